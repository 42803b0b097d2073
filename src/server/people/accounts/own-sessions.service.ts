import type { Actor } from "../../../shared/policy.ts";
import { idPattern } from "../../../shared/schemas/text.ts";
import type { SessionsRepo } from "../auth/sessions.repo.ts";
import { requireSelf } from "./prove.ts";

/** A session as its owner sees it. */
export interface OwnSession {
  id: string;
  /** As the browser called itself when it signed in. */
  userAgent: string | null;
  /** Epoch milliseconds. */
  createdAt: number;
  /** Whether it is the one that asks. */
  isCurrent: boolean;
}

/** The places where a person is signed in. */
export function createOwnSessionsService({
  sessionsRepo,
  clock,
}: {
  sessionsRepo: SessionsRepo;
  clock: () => number;
}) {
  return {
    /** Newest first. @throws DomainError sign_in_required */
    async list(actor: Actor): Promise<OwnSession[]> {
      const { id: userId, session } = requireSelf(actor);
      const own = await sessionsRepo.list(userId, clock());
      return own.map(({ id, userAgent, createdAt }) => {
        return { id, userAgent, createdAt, isCurrent: id === session.id };
      });
    },

    /**
     * @param id of one's own session; of another's nothing happens
     * @returns whether it ended
     * @throws DomainError sign_in_required
     */
    async end(actor: Actor, id: string): Promise<boolean> {
      const self = requireSelf(actor);
      return idPattern.test(id) && sessionsRepo.end(self.id, id);
    },

    /** Ends every other session of the person. @returns how many @throws DomainError sign_in_required */
    async endOthers(actor: Actor): Promise<number> {
      const { id, session } = requireSelf(actor);
      return sessionsRepo.endAllBut(id, session.id);
    },
  };
}
