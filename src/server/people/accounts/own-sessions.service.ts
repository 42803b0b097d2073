import type { Actor } from "../../../shared/people/policy.ts";
import { idPattern } from "../../../shared/schemas/text.ts";
import type { SessionsRepo } from "../auth/sessions.repo.ts";
import { requireSelf } from "./prove.ts";

/** A session, as its owner sees it. */
export interface OwnSession {
  id: string;
  /** The browser's User-Agent at the login. */
  userAgent: string | null;
  /** The time of the login, in epoch milliseconds. */
  createdAt: number;
  /** Whether it is the session of this request. */
  isCurrent: boolean;
}

/** A person's own sessions. */
export function createOwnSessionsService({
  sessionsRepo,
  clock,
}: {
  sessionsRepo: SessionsRepo;
  clock: () => number;
}) {
  return {
    /** The sessions, newest first. @throws DomainError sign_in_required */
    async list(actor: Actor): Promise<OwnSession[]> {
      const { id: userId, session } = requireSelf(actor);
      const own = await sessionsRepo.list(userId, clock());
      return own.map(({ id, userAgent, createdAt }) => {
        return { id, userAgent, createdAt, isCurrent: id === session.id };
      });
    },

    /**
     * Ends one of the person's own sessions.
     * @param id of the session; the id of another person's session does nothing
     * @returns whether a session ended
     * @throws DomainError sign_in_required
     */
    async end(actor: Actor, id: string): Promise<boolean> {
      const self = requireSelf(actor);
      return idPattern.test(id) && sessionsRepo.end(self.id, id);
    },

    /** Ends the person's other sessions. @returns how many ended @throws DomainError sign_in_required */
    async endOthers(actor: Actor): Promise<number> {
      const { id, session } = requireSelf(actor);
      return sessionsRepo.endAllBut(id, session.id);
    },
  };
}
