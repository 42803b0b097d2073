import { DomainError, invalid } from "../../shared/errors.ts";
import { returnPath } from "../../shared/return-to.ts";
import { signUpSchema } from "../../shared/schemas/people.ts";
import { validate } from "../../shared/schemas/validate.ts";
import { hashPassword } from "../auth/password.ts";
import type { Sessions } from "../auth/sessions.service.ts";
import { tokenHash } from "../auth/token.ts";
import { weakness } from "../auth/weak-password.ts";
import type { Visit } from "../client.ts";
import type { EmailTokenTable, UserTable } from "../db/schema.ts";
import type { JobsService } from "../jobs/jobs.service.ts";
import type { SignUpOrder, SignUpPayload } from "./account-mails.service.ts";
import type { AccountsRepo } from "./accounts.repo.ts";
import type { EmailLinksRepo } from "./email-links.repo.ts";
import { newUser } from "./new-user.ts";

export interface SignUpDependencies {
  accounts: AccountsRepo;
  links: EmailLinksRepo;
  sessions: Sessions;
  jobs: JobsService;
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

/** `checkMail`: the same whether or not the e-mail has an account. */
export type SignUpOutcome = { checkMail: true } | ({ checkMail: false } & SignedIn);

/** How accounts begin. */
export function createSignUpService(dependencies: SignUpDependencies) {
  const { accounts, links, sessions, jobs, verifiesEmail, clock } = dependencies;

  async function begin(person: UserTable, visit: Visit): Promise<SignedIn> {
    const started = await sessions.start(person.id, visit);
    if (!started) throw new DomainError("account_suspended");
    return { person, ...started };
  }

  async function find(token: string): Promise<EmailTokenTable | undefined> {
    return links.find("signUp", { tokenHash: tokenHash(token), now: clock() });
  }

  return {
    /**
     * Asks for an account. Where e-mails are verified a mail brings the link that makes it; only its reader learns
     * whether there was one already. Elsewhere the account is made, and signed in to, at once.
     * @param from the remembered origin, to go on to from the link
     * @throws DomainError invalid_input, with `email: emailTaken` only where e-mails are not verified
     */
    async signUp(input: unknown, visit: Visit, from?: string): Promise<SignUpOutcome> {
      const { name: displayName, email, password } = validate(signUpSchema, input);
      const weak = weakness(password, email);
      if (weak) throw invalid("password", weak);
      const hash = await hashPassword(password);
      if (verifiesEmail) {
        const payload: SignUpOrder = { displayName, email, hash, from: returnPath(from) };
        await jobs.enqueue([{ kind: "signUpMail", payload }]);
        return { checkMail: true };
      }
      const person = newUser({ email, displayName }, clock(), false);
      if (!(await accounts.insert(person, hash))) throw invalid("email", "emailTaken");
      return { checkMail: false, ...(await begin(person, visit)) };
    },

    /** Whose account a link would make; undefined where it works no more. */
    async previewSignUp(token: string): Promise<{ email: string; displayName: string } | undefined> {
      const link = await find(token);
      return link && { email: link.email, displayName: payloadOf(link).displayName };
    },

    /**
     * Makes the account of a mailed link, and signs in.
     * @returns the remembered origin too
     * @throws DomainError link_expired
     */
    async confirmSignUp(token: string, visit: Visit): Promise<SignedIn & { from: string }> {
      const link = await find(token);
      if (!link) throw new DomainError("link_expired");
      const { displayName, hash, from } = payloadOf(link);
      const now = clock();
      const person = newUser({ email: link.email, displayName }, now, true);
      const made = await links.signUp({ tokenHash: link.tokenHash, now }, person, hash);
      if (made !== "made") throw new DomainError("link_expired");
      return { ...(await begin(person, visit)), from };
    },
  };
}

const payloadOf = ({ payload }: EmailTokenTable): SignUpPayload => JSON.parse(payload) as SignUpPayload;
