import { expect } from "vitest";
import type { NewCodes } from "../../../src/server/people/accounts/second-factor.service.ts";
import type { Visit } from "../../../src/server/platform/client.ts";
import type { Services } from "../../../src/server/services.ts";
import type { User } from "../../../src/shared/people/policy.ts";
import type { StoredRole } from "../../../src/server/platform/index.ts";
import { unique } from "../archive/factories.ts";
import { TEST_PASSWORD, type TestArchive } from "../platform/archive.ts";
import { codeAt } from "./authenticator.ts";

const headersOf = (setCookies: string[]): Headers =>
  new Headers({ cookie: setCookies.map((line) => line.split(";")[0]).join("; ") });

/** A request with these headers from a new address, so that no limit by address applies. */
export function visitOf(headers = new Headers()): Visit {
  return { client: { address: `2001:db8:0:${unique().toString(16)}::1`, userAgent: "A test" }, headers };
}

export type Enrolled = Awaited<ReturnType<typeof enrol>>;

/** Makes a person with a second factor. @param now the time of the archive's clock, in epoch milliseconds */
export async function enrol(
  { services, signUp }: TestArchive,
  now: () => number,
  role: StoredRole = "student",
) {
  const { actor, cookie } = await signUp(`Person${unique()}`, role);
  await services.secondFactor.begin(actor);
  const { pending } = await services.secondFactor.state(actor);
  const secret = pending?.secret as string;
  const made: NewCodes = await services.secondFactor.enrol(actor, { code: codeAt(secret, now()) });
  const headers = headersOf(made.setCookies);
  return {
    email: actor.email,
    id: actor.id,
    secret,
    recoveryCodes: made.recoveryCodes,
    /** The cookie of the session that set up the second factor, before that and after it. */
    cookieBefore: cookie,
    headers,
    actor: (await services.accounts.actor(headers)) as User,
    /** The code that the app shows. @param steps from now */
    code: (steps = 0) => codeAt(secret, now() + steps * 30_000),
    /** Logs in with only the password. @returns the headers of the pending session */
    async half(through: Services = services, password = TEST_PASSWORD): Promise<Headers> {
      const signedIn = await through.accounts.signIn({ email: actor.email, password }, visitOf());
      expect(signedIn.half, "No code was asked for").toBe(true);
      return headersOf(signedIn.setCookies);
    },
  };
}

/** @returns "in", or the error's code and seconds to wait */
export async function tryCode(services: Services, headers: Headers, code: string): Promise<string> {
  try {
    const { setCookies } = await services.proof.giveCode({ code }, visitOf(headers));
    return (await services.accounts.actor(headersOf(setCookies))) ? "in" : "nobody";
  } catch (error) {
    const { code: name, retryAfter } = error as { code: string; retryAfter?: number };
    if (!name) throw error;
    return retryAfter === undefined ? name : `${name} ${retryAfter}`;
  }
}
