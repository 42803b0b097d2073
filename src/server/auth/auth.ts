import { APIError } from "better-auth/api";
import { DomainError, invalid } from "../../shared/errors.ts";
import type { Actor } from "../../shared/policy.ts";
import type { SignIn, SignUp } from "../../shared/schemas/people.ts";
import type { Database } from "../db/schema.ts";
import { type AuthOptions, createBetterAuth } from "./better-auth.ts";
import { hashed, withPreparedHash } from "./password.ts";
import { readSessionToken, sessionCookieName } from "./session-cookie.ts";
import { createSessionsRepo } from "./sessions.repo.ts";

/** A new session: whose it is, and the cookies for the browser. The token itself never leaves but in them. */
export interface Session {
  userId: string;
  setCookies: string[];
}

export interface CreateAuthOptions extends Omit<AuthOptions, "db"> {
  db: Database;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

export type Auth = ReturnType<typeof createAuth>;

/** The functions of Better Auth that the product uses, in its own words and errors. */
export function createAuth({ db, clock, ...options }: CreateAuthOptions) {
  const { api } = createBetterAuth({ db: db.write, ...options });
  const sessions = createSessionsRepo(db);
  const cookieName = sessionCookieName(options.origin);

  return {
    /**
     * Makes an account and signs in.
     * @throws DomainError invalid_input with `email: emailTaken`
     */
    async signUp(input: SignUp): Promise<Session> {
      // Better Auth hashes inside its transaction, and on SQLite everybody's writes would wait for that.
      const hash = await hashed(input.password);
      const { headers, response } = await translated(() =>
        withPreparedHash(hash, () => api.signUpEmail({ body: input, returnHeaders: true })),
      );
      return { userId: response.user.id, setCookies: headers.getSetCookie() };
    },

    /**
     * @throws DomainError wrong_credentials, the same for an unknown e-mail and a wrong password;
     *   account_suspended, which only who knows the password gets to read
     */
    async signIn(input: SignIn): Promise<Session> {
      const { headers, response } = await translated(() =>
        api.signInEmail({ body: input, returnHeaders: true }),
      );
      // Asked after the session was made: a suspension before this question is seen, one after it ends the session.
      if (await sessions.isSuspended(response.user.id)) {
        await sessions.end(response.token);
        throw new DomainError("account_suspended");
      }
      return { userId: response.user.id, setCookies: headers.getSetCookie() };
    },

    /** Ends the session of these request headers, if there is one. @returns cookies that clear the browser's */
    async signOut(headers: Headers): Promise<string[]> {
      const ended = await translated(() => api.signOut({ headers, returnHeaders: true }));
      return ended.headers.getSetCookie();
    },

    /** Who sends these request headers: undefined without a live session, and for a suspended person. */
    async actor(headers: Headers): Promise<Actor> {
      const token = readSessionToken(headers.get("cookie"), cookieName, options.secret);
      const user = token && (await sessions.findUser(token, new Date(clock()).toISOString()));
      if (!user || user.suspendedAt) return undefined;
      const { id, email, displayName, role, photoURL } = user;
      return { id, email, displayName, role, photoURL };
    },
  };
}

async function translated<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    const code = (error.body as { code?: string } | undefined)?.code ?? "";
    if (code.startsWith("USER_ALREADY_EXISTS")) throw invalid("email", "emailTaken");
    if (code === "INVALID_EMAIL_OR_PASSWORD") throw new DomainError("wrong_credentials");
    throw error;
  }
}
