import { betterAuth } from "better-auth";
import { PASSWORD_MAX, PASSWORD_MIN } from "../../shared/schemas/people.ts";
import type { Query } from "../db/schema.ts";
import { password } from "./password.ts";
import { sessionCookieName } from "./session-cookie.ts";

/** A session lasts this long after sign-in. In seconds. */
const SESSION_SECONDS = 30 * 24 * 60 * 60;

export interface AuthOptions {
  db: Query;
  /** Where people reach the site, such as `https://proshno.example.edu`. */
  origin: string;
  /** Signs session cookies; at least 32 characters. */
  secret: string;
}

/**
 * Better Auth with everything off that we do not use. Nothing of it is mounted: `auth.ts` calls the functions
 * it needs, so that a path we did not list does not exist.
 */
export function createBetterAuth({ db, origin, secret }: AuthOptions) {
  return betterAuth({
    // One column type for both engines: ISO text and 0 or 1, which the adapter calls `sqlite`.
    database: { db, type: "sqlite", transaction: true },
    secret,
    baseURL: origin,
    basePath: "/api/auth",
    trustedOrigins: [origin],
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
      password,
    },
    user: {
      modelName: "users",
      fields: { name: "displayName", image: "photoURL" },
      additionalFields: {
        role: { type: "string", required: true, defaultValue: "student", input: false },
        suspendedAt: { type: "string", required: false, input: false },
        complete: { type: "boolean", required: true, defaultValue: false, input: false },
      },
    },
    // A fixed lifetime and no cookie cache: a role or a session that ends does so on the next request.
    session: { modelName: "sessions", expiresIn: SESSION_SECONDS, disableSessionRefresh: true },
    account: { modelName: "accounts" },
    verification: { modelName: "verifications" },
    advanced: {
      useSecureCookies: false,
      cookies: {
        session_token: {
          name: sessionCookieName(origin),
          attributes: { secure: origin.startsWith("https://") },
        },
      },
      // Our own migrations make the tables, on both engines from one description.
      database: { validateSchema: false },
    },
    // Our own limits and Origin check stand in front, for every path alike.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  });
}
