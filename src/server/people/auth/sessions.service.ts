import { photoAddress } from "../../../shared/files.ts";
import type { Actor, User } from "../../../shared/policy.ts";
import { newId, sessionCookie, type UserTable, type Visit } from "../../platform/index.ts";
import type { FoundSession, SessionsRepo, StillHolds } from "./sessions.repo.ts";
import { newToken, tokenHash } from "./token.ts";

/** A session lasts this long after sign-in, or after its last new token, whatever is read in it. In seconds. */
const SESSION_SECONDS = 30 * 24 * 60 * 60;

export interface SessionsDependencies {
  sessionsRepo: SessionsRepo;
  /** Where people reach the site. */
  origin: string;
  /** Whether an admin has no power before they have a second factor. */
  adminsNeedSecondFactor: boolean;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

export interface StartedSession {
  /** For the browser. The token leaves in them and nowhere else. */
  setCookies: string[];
  /** Whether the second factor is yet to be given before the session opens anything. */
  half: boolean;
}

export type Sessions = ReturnType<typeof createSessions>;

/**
 * Who a request comes from. A token is random, new at every sign-in and at every change of what it opens, and kept
 * as a hash; nothing is cached, so that a role, a suspension and an end bite on the next request.
 */
export function createSessions(dependencies: SessionsDependencies) {
  const { sessionsRepo, origin, adminsNeedSecondFactor, clock } = dependencies;
  const cookie = sessionCookie(origin);

  async function find(headers: Headers): Promise<FoundSession | undefined> {
    const token = cookie.read(headers);
    const found = token && (await sessionsRepo.find(tokenHash(token), clock()));
    return found && found.user.suspendedAt === null ? found : undefined;
  }

  /** Half a session: the password was right, the second factor is yet to come. */
  const isHalf = ({ enrolled, session }: FoundSession): boolean => enrolled && session.mfaAt === null;

  function userOf({ user, session, enrolled }: FoundSession): User {
    const { id, email, displayName, role } = user;
    const photoURL = photoAddress("", user);
    const mustEnrol = adminsNeedSecondFactor && role === "admin" && !enrolled;
    return { id, email, displayName, role, photoURL, session, ...(mustEnrol ? { mustEnrol } : {}) };
  }

  return {
    /**
     * Begins a session, and ends the one that the request carries. Somebody with a second factor gets half of one.
     * @returns undefined where the person is suspended, gone, or what they proved does not hold any more
     */
    async start(
      userId: string,
      { client, headers }: Visit,
      holds: StillHolds = {},
    ): Promise<StartedSession | undefined> {
      const [token, now, old] = [newToken(), clock(), cookie.read(headers)];
      const session = {
        id: newId(now),
        tokenHash: tokenHash(token),
        userId,
        userAgent: client.userAgent ?? null,
        createdAt: now,
        provedAt: now,
        mfaAt: null,
        expiresAt: now + SESSION_SECONDS * 1000,
      };
      const stored = await sessionsRepo.insert(session, old && tokenHash(old), holds);
      return stored && { setCookies: [cookie.write(token, SESSION_SECONDS)], half: stored.enrolled };
    },

    /**
     * Gives a session another token: the older one opens nothing any more.
     * @param proof when the person proved who they are, and gave the second factor, where they just did; in
     *   epoch milliseconds
     * @returns the cookies for the browser, or undefined where the session ended meanwhile
     */
    async rotate(
      id: string,
      proof: { provedAt?: number; mfaAt?: number | null } = {},
    ): Promise<string[] | undefined> {
      const token = newToken();
      const expiresAt = clock() + SESSION_SECONDS * 1000;
      const known = await sessionsRepo.update(id, { ...proof, tokenHash: tokenHash(token), expiresAt });
      return known ? [cookie.write(token, SESSION_SECONDS)] : undefined;
    },

    /** Ends the session of these request headers, if there is one. @returns cookies that clear the browser's */
    async end(headers: Headers): Promise<string[]> {
      const token = cookie.read(headers);
      if (token) await sessionsRepo.endByToken(tokenHash(token));
      return [cookie.clear()];
    },

    /** The person of these request headers: undefined without a whole session, and for a suspended person. */
    async actor(headers: Headers): Promise<Actor> {
      const found = await find(headers);
      return found && !isHalf(found) ? userOf(found) : undefined;
    },

    /** The person who must give their second factor before these request headers open anything. */
    async awaiting(
      headers: Headers,
    ): Promise<{ session: FoundSession["session"]; user: UserTable } | undefined> {
      const found = await find(headers);
      return found && isHalf(found) ? { session: found.session, user: found.user } : undefined;
    },
  };
}
