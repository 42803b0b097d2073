import { DomainError, invalid } from "../../../shared/problems/errors.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import {
  changeEmailSchema,
  changePasswordSchema,
  resetPasswordSchema,
  resetRequestSchema,
} from "../../../shared/schemas/credentials.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import type { Passwords } from "../auth/passwords.service.ts";
import type { Sessions } from "../auth/sessions.service.ts";
import { tokenHash } from "../auth/token.ts";
import { weakness } from "../auth/weak-password.ts";
import type {
  Client,
  EmailTokenTable,
  JobsService,
  LimitsService,
  MailService,
} from "../../platform/index.ts";
import type { ChangeEmailJob, ResetJob } from "./account-mails.service.ts";
import type { AccountsRepo } from "./accounts.repo.ts";
import type { CredentialsRepo } from "./credentials.repo.ts";
import type { EmailLinksRepo, Notify } from "./email-links.repo.ts";
import { prove, requireSelf, type Self } from "./prove.ts";

export interface CredentialsDependencies {
  accountsRepo: AccountsRepo;
  credentialsRepo: CredentialsRepo;
  emailLinksRepo: EmailLinksRepo;
  sessions: Sessions;
  jobs: JobsService;
  mail: MailService;
  passwords: Passwords;
  limits: Pick<LimitsService, "take" | "check" | "allowance" | "attempt" | "remember">;
  /** The display name of a provider. */
  providerName: (issuer: string) => string;
  /** Whether a person must confirm their email. */
  verifiesEmail: boolean;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** A login through a provider, as the password reset page shows it. */
export interface ResetLogin {
  name: string;
  /** ISO 8601. */
  connectedAt: string;
  /** Whether the reset always disconnects this login. */
  ends: boolean;
}

/** Changes to a person's password and email. */
export function createCredentialsService(dependencies: CredentialsDependencies) {
  const {
    credentialsRepo,
    emailLinksRepo,
    sessions,
    jobs,
    mail,
    passwords,
    limits,
    providerName,
    verifiesEmail,
    clock,
  } = dependencies;

  const find = (purpose: EmailTokenTable["purpose"], token: string) =>
    emailLinksRepo.find(purpose, { tokenHash: tokenHash(token), now: clock() });

  function checked(password: string, email: string, client: Client): Promise<string> {
    const weak = weakness(password, email);
    if (weak) throw invalid("password", weak);
    return passwords.hash(password, { client, account: email });
  }

  /** Mails the address about the change, so that its owner notices a change by a thief. */
  const notice =
    (to: string, template: "passwordChanged" | "emailChanged", params: { email: string }): Notify =>
    (within) =>
      mail.send([{ to, template, params }], within);

  const namesOf = (issuers: string[]) => [...new Set(issuers.map(providerName))].join(", ");

  /** Gives the session a new token after a change. A mailed link does not prove who uses the browser. */
  async function renewed({ session }: Self, proof: { provedAt?: number } = {}): Promise<string[]> {
    const setCookies = await sessions.rotate(session.id, proof);
    if (!setCookies) throw new DomainError("sign_in_required");
    return setCookies;
  }

  async function takeEmail(self: Self, email: string, client: Client, hash?: string): Promise<string[]> {
    const own = { userId: self.id, sessionId: self.session.id, now: clock() };
    const notification = notice(self.email, "emailChanged", { email });
    const outcome = await credentialsRepo.changeEmail(own, email, hash, notification);
    if (outcome === "gone") throw new DomainError("link_expired");
    if (outcome === "taken") throw invalid("email", "emailTaken");
    return [...(await renewed(self)), limits.remember(email, client)];
  }

  return {
    /**
     * Mails a link that sets a new password. For an email without an account, the response and its timing are
     * the same.
     * @throws DomainError invalid_input, too_many_requests
     */
    async requestReset(input: unknown, client: Client): Promise<void> {
      const job: ResetJob = validate(resetRequestSchema, input);
      await limits.take("resetRequest", { client });
      const allowance = limits.allowance("resetMail", { client, account: job.email });
      await jobs.enqueue([{ kind: "resetMail", payload: { ...job, allowance } }]);
    },

    /**
     * Lists the logins through providers, and says which of them a password reset disconnects.
     * @returns the logins, newest first; undefined if the link no longer works
     */
    async previewReset(token: string): Promise<ResetLogin[] | undefined> {
      const link = await find("resetPassword", token);
      if (!link?.userId) return undefined;
      const identities = await emailLinksRepo.identities(link.userId, clock());
      return identities.map(({ provider, createdAt, endsAtReset }) => ({
        name: providerName(provider),
        connectedAt: new Date(createdAt).toISOString(),
        ends: endsAtReset,
      }));
    },

    /**
     * Sets the password with a mailed link, and ends all sessions and other links of the person. It also
     * disconnects provider logins from the last 30 days, because a thief may have connected them.
     * @param input both passwords; `disconnect: "yes"` ends all provider logins
     * @returns cookies that mark the browser as known, so that a stranger's guesses don't block the person's
     * login
     * @throws DomainError invalid_input, link_expired
     */
    async resetPassword(token: string, input: unknown, client: Client): Promise<string[]> {
      const { password, disconnect } = validate(resetPasswordSchema, input);
      const link = await find("resetPassword", token);
      if (!link) throw new DomainError("link_expired");
      const hash = await checked(password, link.email, client);
      const followed = { tokenHash: link.tokenHash, now: clock() };
      const change = { hash, endsAll: disconnect === "yes" };
      const isReset = await emailLinksRepo.resetPassword(followed, change, (within, { kept, ended }) => {
        const params = { email: link.email, kept: namesOf(kept), ended: namesOf(ended) };
        return mail.send([{ to: link.email, template: "passwordReset", params }], within);
      });
      if (!isReset) throw new DomainError("link_expired");
      return [limits.remember(link.email, client)];
    },

    /** Whether the person has a password. Otherwise they log in only through a provider. */
    async hasPassword(actor: Actor): Promise<boolean> {
      return (await dependencies.accountsRepo.findPassword(requireSelf(actor).id)) !== undefined;
    },

    /**
     * Changes the password. The person's other sessions end, and this session gets a new token.
     * @returns the cookies for the browser
     * @throws DomainError sign_in_required, invalid_input, step_up_required, too_many_requests
     */
    async changePassword(actor: Actor, input: unknown, client: Client): Promise<string[]> {
      const self = requireSelf(actor);
      const { password, passwordNow } = validate(changePasswordSchema, input);
      const setAt = await prove(dependencies, self, passwordNow, client);
      const hash = await checked(password, self.email, client);
      const own = { userId: self.id, sessionId: self.session.id, now: clock() };
      const notification = notice(self.email, "passwordChanged", { email: self.email });
      if (!(await credentialsRepo.changePassword(own, setAt, hash, notification)))
        throw invalid("passwordNow", "wrongPasswordNow");
      return renewed(self, { provedAt: clock() });
    },

    /**
     * Changes the email: with a mailed link, or at once if the site does not verify emails.
     * @returns `checkMail`, even if another person has the address; or the cookies for the browser
     * @throws DomainError sign_in_required, invalid_input, step_up_required, too_many_requests
     */
    async changeEmail(
      actor: Actor,
      input: unknown,
      client: Client,
    ): Promise<{ checkMail: true } | { checkMail: false; setCookies: string[] }> {
      const self = requireSelf(actor);
      const { email, passwordNow } = validate(changeEmailSchema, input);
      await prove(dependencies, self, passwordNow, client);
      if (email === self.email) throw invalid("email", "emailOwn");
      if (!verifiesEmail) return { checkMail: false, setCookies: await takeEmail(self, email, client) };
      const mailbox = { client, account: email };
      await limits.check("changeEmailMail", mailbox);
      await limits.take("changeEmail", { client, account: self.email });
      const job: ChangeEmailJob = { userId: self.id, email };
      const allowance = limits.allowance("changeEmailMail", mailbox);
      await jobs.enqueue([{ kind: "changeEmailMail", payload: { ...job, allowance } }]);
      return { checkMail: true };
    },

    /** The new address of a link; undefined if the link no longer works or belongs to another person. */
    async previewChangeEmail(actor: Actor, token: string): Promise<string | undefined> {
      const link = await find("changeEmail", token);
      return link?.userId === requireSelf(actor).id ? link.email : undefined;
    },

    /**
     * Changes the email to the new address that a mailed link confirms. The link needs a session of the same person:
     * otherwise, a stranger who opens it would confirm the address for another person's account.
     * @returns the address, and the cookies for the browser
     * @throws DomainError sign_in_required, link_expired, invalid_input if another person has taken the
     * address
     */
    async confirmChangeEmail(
      actor: Actor,
      token: string,
      client: Client,
    ): Promise<{ email: string; setCookies: string[] }> {
      const self = requireSelf(actor);
      const link = await find("changeEmail", token);
      if (!link || link.userId !== self.id) throw new DomainError("link_expired");
      return { email: link.email, setCookies: await takeEmail(self, link.email, client, link.tokenHash) };
    },
  };
}
