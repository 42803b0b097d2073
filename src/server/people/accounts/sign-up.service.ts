import { DomainError, invalid } from "../../../shared/problems/errors.ts";
import { returnPath } from "../../../shared/people/return-to.ts";
import { signUpSchema } from "../../../shared/schemas/people.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import type { Passwords } from "../auth/passwords.service.ts";
import type { Sessions } from "../auth/sessions.service.ts";
import {
  type EmailTokenTable,
  type JobsService,
  type LimitsService,
  siteCookie,
  type UserTable,
  type Visit,
} from "../../platform/index.ts";
import { newToken, tokenHash } from "../auth/token.ts";
import { weakness } from "../auth/weak-password.ts";
import type { SignUpJob, SignUpPayload } from "./account-mails.service.ts";
import type { Account } from "./accounts.present.ts";
import type { AccountsRepo } from "./accounts.repo.ts";
import { countGuess } from "./count-guess.ts";
import type { EmailLinksRepo } from "./email-links.repo.ts";
import { newUser } from "./new-user.ts";

export interface SignUpDependencies {
  accountsRepo: AccountsRepo;
  emailLinksRepo: EmailLinksRepo;
  sessions: Sessions;
  jobs: JobsService;
  passwords: Passwords;
  limits: Pick<LimitsService, "take" | "check" | "allowance" | "attempt" | "remember">;
  /** The public origin of the site. */
  origin: string;
  /** Whether a person must confirm their email with a mailed link. This needs a mail server. */
  verifiesEmail: boolean;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** A person who has just logged in. */
export interface SignedIn {
  person: Account;
  /** Cookies for the browser. */
  setCookies: string[];
  /** Whether the person must still enter the code of their second factor. */
  half: boolean;
}

/**
 * `checkMail` does not depend on whether the email has an account. `setCookies` are cookies for the browser.
 */
export type SignUpOutcome = { checkMail: true; setCookies: string[] } | ({ checkMail: false } & SignedIn);

/** How long the server recognises the browser of a sign-up, in seconds. The link works for the same time. */
const BROWSER_SECONDS = 24 * 60 * 60;

/** The creation of accounts. */
export function createSignUpService(dependencies: SignUpDependencies) {
  const { accountsRepo, emailLinksRepo, sessions, jobs, passwords, limits, origin, verifiesEmail, clock } =
    dependencies;
  const browserCookie = siteCookie(origin, "proshno-sign-up");

  async function begin(person: UserTable, visit: Visit): Promise<SignedIn> {
    const started = await sessions.start(person.id, visit);
    if (!started) throw new DomainError("account_suspended");
    const known = limits.remember(person.email, visit.client);
    return { person, ...started, setCookies: [...started.setCookies, known] };
  }

  async function find(token: string): Promise<EmailTokenTable | undefined> {
    return emailLinksRepo.find("signUp", { tokenHash: tokenHash(token), now: clock() });
  }

  function isSameBrowser(link: EmailTokenTable, headers: Headers): boolean {
    const browser = browserCookie.read(headers);
    return browser !== undefined && tokenHash(browser) === payloadOf(link).browserHash;
  }

  return {
    /**
     * Starts a sign-up. If the site verifies emails, it mails a link, and only the mailbox's owner learns
     * whether an account already existed. Otherwise it creates the account and logs in at once.
     * @param from the remembered page, where the person continues after the link
     * @throws DomainError invalid_input, with `email: emailTaken` only if the site does not verify emails;
     * too_many_requests
     */
    async signUp(input: unknown, visit: Visit, from?: string): Promise<SignUpOutcome> {
      const { name: displayName, email, password } = validate(signUpSchema, input);
      const weak = weakness(password, email);
      if (weak) throw invalid("password", weak);
      const subject = { client: visit.client, account: email };
      // Addresses with and without an account both get a mail, so this refusal does not show whether an
      // account exists.
      if (verifiesEmail) await limits.check("signUpMail", subject);
      await limits.take("signUp", subject);
      const hash = await passwords.hash(password, subject);
      if (verifiesEmail) {
        const browser = newToken();
        const job: SignUpJob = {
          displayName,
          email,
          hash,
          from: returnPath(from),
          browserHash: tokenHash(browser),
        };
        const allowance = limits.allowance("signUpMail", subject);
        await jobs.enqueue([{ kind: "signUpMail", payload: { ...job, allowance } }]);
        return { checkMail: true, setCookies: [browserCookie.write(browser, BROWSER_SECONDS)] };
      }
      const person = newUser({ email, displayName }, clock(), false);
      if (!(await accountsRepo.insert(person, hash))) throw invalid("email", "emailTaken");
      return { checkMail: false, ...(await begin(person, visit)) };
    },

    /**
     * The account that a link would create, and whether the person must enter the password, which every
     * browser except the sign-up's browser needs.
     * @param headers of the request
     * @returns undefined if the link no longer works
     */
    async previewSignUp(
      token: string,
      headers: Headers,
    ): Promise<{ email: string; displayName: string; asksPassword: boolean } | undefined> {
      const link = await find(token);
      if (!link) return undefined;
      const { displayName } = payloadOf(link);
      return { email: link.email, displayName, asksPassword: !isSameBrowser(link, headers) };
    },

    /**
     * Creates the account of a mailed link, and logs in. A stranger may sign up with another person's address
     * and hope that its owner opens the link. Therefore a different browser needs the password, which only
     * the person who signed up knows.
     * @returns the login, and the remembered page
     * @throws DomainError link_expired, invalid_input for the password, too_many_requests
     */
    async confirmSignUp(
      token: string,
      visit: Visit,
      password?: string,
    ): Promise<SignedIn & { from: string }> {
      const link = await find(token);
      if (!link) throw new DomainError("link_expired");
      const { displayName, hash, from } = payloadOf(link);
      if (!isSameBrowser(link, visit.headers)) {
        if (!password) throw invalid("password", "required");
        const guess = await countGuess(dependencies, { client: visit.client, account: link.email });
        if (!(await guess.matches(password, hash))) throw invalid("password", "wrongSignUpPassword");
      }
      const now = clock();
      const person = newUser({ email: link.email, displayName }, now, true);
      const made = await emailLinksRepo.signUp({ tokenHash: link.tokenHash, now }, person, hash);
      if (made !== "made") throw new DomainError("link_expired");
      return { ...(await begin(person, visit)), from };
    },
  };
}

const payloadOf = ({ payload }: EmailTokenTable): SignUpPayload => JSON.parse(payload) as SignUpPayload;
