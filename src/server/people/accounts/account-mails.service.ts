import { type EmailTokenPurpose, type EmailTokenTable, type Mail, newId } from "../../platform/index.ts";
import { newToken, tokenHash } from "../auth/token.ts";
import type { AccountsRepo } from "./accounts.repo.ts";
import type { EmailLinksRepo } from "./email-links.repo.ts";

const HOUR = 60 * 60 * 1000;
/** How long each link works, in ms. */
const LASTS: Record<EmailTokenPurpose, number> = {
  signUp: 24 * HOUR,
  resetPassword: HOUR,
  changeEmail: 24 * HOUR,
};

/** The data of a sign-up, stored with its link until a person opens the link. */
export interface SignUpPayload {
  displayName: string;
  /** The hash of the password. */
  hash: string;
  /** The remembered page, where the person continues after the link. */
  from: string;
  /** The hash of the token in the cookie of the browser that started the sign-up. */
  browserHash: string;
}
export interface SignUpJob extends SignUpPayload {
  email: string;
}
export interface ResetJob {
  email: string;
}
export interface ChangeEmailJob {
  userId: string;
  email: string;
}

export interface AccountMailsDependencies {
  accountsRepo: AccountsRepo;
  emailLinksRepo: EmailLinksRepo;
  clock: () => number;
}

/**
 * Writes the account mails. Only a job runner looks up an email, so neither a response nor its timing shows
 * who has an account. Until the mail is sent, only the job runner has the link's token.
 */
export function createAccountMailsService({ accountsRepo, emailLinksRepo, clock }: AccountMailsDependencies) {
  async function link(
    purpose: EmailTokenPurpose,
    fields: Pick<EmailTokenTable, "userId" | "email">,
    payload: object = {},
  ): Promise<string> {
    const [token, now] = [newToken(), clock()];
    const row = {
      ...fields,
      id: newId(now),
      purpose,
      tokenHash: tokenHash(token),
      payload: JSON.stringify(payload),
      expiresAt: now + LASTS[purpose],
    };
    await emailLinksRepo.insert(row, now);
    return token;
  }

  const exists = (to: string): Mail => ({ to, template: "accountExists", params: {} });

  return {
    /** A link that creates the account, or a notice if the email already has one. */
    async signUpMail({ email, ...payload }: SignUpJob): Promise<Mail> {
      if (await accountsRepo.findByEmail(email)) return exists(email);
      const token = await link("signUp", { userId: null, email }, payload satisfies SignUpPayload);
      return { to: email, template: "verifyEmail", params: { token } };
    },

    /** A link that sets a new password; undefined for an email without an account. */
    async resetMail({ email }: ResetJob): Promise<Mail | undefined> {
      const person = await accountsRepo.findByEmail(email);
      if (!person || person.suspendedAt !== null) return undefined;
      const token = await link("resetPassword", { userId: person.id, email });
      return { to: email, template: "resetPassword", params: { token } };
    },

    /**
     * A link that confirms a new address. If the address already has an account, its owner gets a notice
     * instead.
     */
    async changeEmailMail({ userId, email }: ChangeEmailJob): Promise<Mail> {
      if (await accountsRepo.findByEmail(email)) return exists(email);
      const token = await link("changeEmail", { userId, email });
      return { to: email, template: "changeEmail", params: { token } };
    },
  };
}

export type AccountMailsService = ReturnType<typeof createAccountMailsService>;
