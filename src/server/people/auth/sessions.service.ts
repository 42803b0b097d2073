import { photoAddress } from "../../../shared/files/files.ts";
import type { Actor, User } from "../../../shared/people/policy.ts";
import {
  nameRequester,
  newId,
  sessionCookie,
  type UserTable,
  type Visit,
  withPriority,
} from "../../platform/index.ts";
import { roleOf } from "./role-of.ts";
import type { FoundSession, SessionsRepo, StillHolds } from "./sessions.repo.ts";
import { newToken, tokenHash } from "./token.ts";

/** How long a session lasts after its login or its last new token, in seconds. Requests do not extend it. */
const SESSION_SECONDS = 30 * 24 * 60 * 60;

export interface SessionsDependencies {
  sessionsRepo: SessionsRepo;
  /** The public origin of the site. */
  origin: string;
  /** Whether admins and moderators need a second factor to use their rights. */
  adminsNeedSecondFactor: boolean;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

export interface StartedSession {
  /** Cookies for the browser. Only these cookies contain the token. */
  setCookies: string[];
  /** Whether the session has no rights until the person enters their second factor. */
  half: boolean;
}

export type Sessions = ReturnType<typeof createSessions>;

/**
 * Finds the person of a request. Each login and each change of a session's rights creates a new random token;
 * the database stores the token's hash. Nothing is cached, so a new role, a suspension or a logout applies to
 * the next request.
 */
export function createSessions(dependencies: SessionsDependencies) {
  const { sessionsRepo, origin, adminsNeedSecondFactor, clock } = dependencies;
  const cookie = sessionCookie(origin);

  async function find(headers: Headers): Promise<FoundSession | undefined> {
    const token = cookie.read(headers);
    const found =
      token && (await withPriority("reserve", () => sessionsRepo.find(tokenHash(token), clock())));
    return found && found.user.suspendedAt === null ? found : undefined;
  }

  /** Whether a session is pending: the password was right, but the second factor is missing. */
  const isHalf = ({ enrolled, session }: FoundSession): boolean => enrolled && session.mfaAt === null;

  function userOf({ user, areas, session, enrolled }: FoundSession): User {
    const { id, email, displayName } = user;
    const role = roleOf(user.role, areas.length > 0);
    const photoURL = photoAddress("", user);
    const mustEnrol = adminsNeedSecondFactor && role !== "student" && !enrolled;
    return {
      id,
      email,
      displayName,
      role,
      photoURL,
      session,
      ...(role === "moderator" ? { areas } : {}),
      ...(mustEnrol ? { mustEnrol } : {}),
    };
  }

  return {
    /**
     * Starts a session, and ends the session that the request carries. A person with a second factor gets a
     * pending session.
     * @returns undefined if the person is suspended or deleted, or the password has changed
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
     * Gives a session a new token; the old token no longer works.
     * @param proof the times (epoch milliseconds) at which the person just proved their identity and entered
     * the second factor
     * @returns the cookies for the browser; undefined if the session has ended
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

    /**
     * Ends the session of these request headers, if there is one.
     * @returns cookies that clear the browser's cookies
     */
    async end(headers: Headers): Promise<string[]> {
      const token = cookie.read(headers);
      if (token) await sessionsRepo.endByToken(tokenHash(token));
      return [cookie.clear()];
    },

    /**
     * The person of these request headers; undefined without a complete session, and for a suspended person.
     */
    async actor(headers: Headers): Promise<Actor> {
      const found = await find(headers);
      if (!found || isHalf(found)) return undefined;
      nameRequester(found.user.id);
      return userOf(found);
    },

    /** Returns whether the browser sends a session that has ended, also because the person is suspended. */
    async hasEnded(headers: Headers): Promise<boolean> {
      return Boolean(cookie.read(headers)) && (await find(headers)) === undefined;
    },

    /** The person of a pending session, who must still enter their second factor. */
    async awaiting(
      headers: Headers,
    ): Promise<{ session: FoundSession["session"]; user: UserTable } | undefined> {
      const found = await find(headers);
      return found && isHalf(found) ? { session: found.session, user: found.user } : undefined;
    },
  };
}
