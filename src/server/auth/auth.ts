import { APIError } from "better-auth/api";
import { DomainError, invalid } from "../../shared/errors.ts";
import type { Actor, Role } from "../../shared/policy.ts";
import type { SignIn, SignUp } from "../../shared/schemas/people.ts";
import { type AuthOptions, createBetterAuth } from "./better-auth.ts";

/** A new session: whose it is, and the cookies for the browser. The token itself never leaves but in them. */
export interface Session {
  userId: string;
  setCookies: string[];
}

export type Auth = ReturnType<typeof createAuth>;

/** The functions of Better Auth that the product uses, in its own words and errors. */
export function createAuth(options: AuthOptions) {
  const { api } = createBetterAuth(options);

  return {
    /**
     * Makes an account and signs in.
     * @throws DomainError invalid_input with `email: emailTaken` or `email: email`
     */
    async signUp(input: SignUp): Promise<Session> {
      const { headers, response } = await translated(() =>
        api.signUpEmail({ body: input, returnHeaders: true }),
      );
      return { userId: response.user.id, setCookies: headers.getSetCookie() };
    },

    /** @throws DomainError wrong_credentials, the same for an unknown e-mail and a wrong password */
    async signIn(input: SignIn): Promise<Session> {
      const { headers, response } = await translated(() =>
        api.signInEmail({ body: input, returnHeaders: true }),
      );
      return { userId: response.user.id, setCookies: headers.getSetCookie() };
    },

    /** Ends the session of these request headers, if there is one. @returns cookies that clear the browser's */
    async signOut(headers: Headers): Promise<string[]> {
      const ended = await translated(() => api.signOut({ headers, returnHeaders: true }));
      return ended.headers.getSetCookie();
    },

    /** Who sends these request headers: undefined without a live session, and for a suspended person. */
    async actor(headers: Headers): Promise<Actor> {
      if (!headers.get("cookie")) return undefined;
      const found = await api.getSession({ headers });
      if (!found || found.user.suspendedAt) return undefined;
      const { id, email, name, role, image } = found.user;
      return { id, email, displayName: name, role: role as Role, photoURL: image ?? null };
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
    // Better Auth takes fewer addresses than browsers do: none that begins with a dot, for example.
    if (code === "INVALID_EMAIL") throw invalid("email", "email");
    if (code === "INVALID_EMAIL_OR_PASSWORD") throw new DomainError("wrong_credentials");
    throw error;
  }
}
