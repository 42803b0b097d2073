import { DomainError, invalid } from "../../../shared/errors.ts";
import { returnPath } from "../../../shared/return-to.ts";
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
  /** Where people reach the site. */
  origin: string;
  /** Whether an e-mail must be shown to be one's own: by a link, so only where mails are sent. */
  verifiesEmail: boolean;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** A person who has just signed in. */
export interface SignedIn {
  person: UserTable;
  /** For the browser. */
  setCookies: string[];
  /** Whether the second factor is yet to be given. */
  half: boolean;
}

/** `checkMail`: the same whether or not the e-mail has an account. `setCookies` are for the browser. */
export type SignUpOutcome = { checkMail: true; setCookies: string[] } | ({ checkMail: false } & SignedIn);

/** How long a browser is known as the one that signed up, in seconds: as long as the link works. */
const BROWSER_SECONDS = 24 * 60 * 60;

/** How accounts begin. */
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
     * Asks for an account. Where e-mails are verified a mail brings the link that makes it; only its reader learns
     * whether there was one already. Elsewhere the account is made, and signed in to, at once.
     * @param from the remembered origin, to go on to from the link
     * @throws DomainError invalid_input, with `email: emailTaken` only where e-mails are not verified;
     *   too_many_requests
     */
    async signUp(input: unknown, visit: Visit, from?: string): Promise<SignUpOutcome> {
      const { name: displayName, email, password } = validate(signUpSchema, input);
      const weak = weakness(password, email);
      if (weak) throw invalid("password", weak);
      const subject = { client: visit.client, account: email };
      // Both kinds of address get a mail, so this refusal does not reveal which has an account.
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
     * Whose account a link would make, and whether that takes the password: in any browser but the one that asked.
     * @param headers of the request
     * @returns undefined where the link works no more
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
     * Makes the account of a mailed link, and signs in. Somebody may have given this address with a password of their
     * own, for its owner to open the account that they then share: so in another browser than the one that signed
     * up the password is asked for, which only who signed up knows.
     * @returns the remembered origin too
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
