import { DomainError, invalid } from "../../../shared/problems/errors.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import { secondFactorSchema } from "../../../shared/schemas/second-factor.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import { isProved, requireProof } from "../auth/proof.ts";
import { type QrCode, qrCode } from "../auth/qr-code.ts";
import { newRecoveryCodes, recoveryHash } from "../auth/recovery-code.ts";
import type { Sessions } from "../auth/sessions.service.ts";
import { newTotpSecret, totpAddress } from "../auth/totp.ts";
import type { MailService } from "../../platform/index.ts";
import type { AccountsRepo } from "./accounts.repo.ts";
import type { Notify } from "./email-links.repo.ts";
import { requireSelf, type Self } from "./prove.ts";
import type { CodeOwner, SecondFactorCodes } from "./second-factor-codes.ts";
import type { SecondFactorRepo } from "./second-factor.repo.ts";

export interface SecondFactorDependencies {
  accountsRepo: Pick<AccountsRepo, "findByEmail">;
  secondFactorRepo: SecondFactorRepo;
  codes: SecondFactorCodes;
  sessions: Sessions;
  mail: MailService;
  /** Whether admins and moderators need a second factor to use their rights. */
  adminsNeedSecondFactor: boolean;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

export interface SecondFactorState {
  isEnrolled: boolean;
  /** Whether the person needs a second factor to use their rights as an admin or moderator. */
  isRequired: boolean;
  /** The number of unused recovery codes. */
  codesLeft: number;
  /** A secret that waits for its first code; undefined without a recent proof of the person's identity. */
  pending: { secret: string; qr: QrCode } | undefined;
}

/** New recovery codes. A person can see them only once. */
export interface NewCodes {
  recoveryCodes: string[];
  /** Cookies for the browser. */
  setCookies: string[];
}

type Change = "on" | "off" | "reset" | "newCodes";

/** The setup and removal of a person's own second factor. */
export function createSecondFactorService(dependencies: SecondFactorDependencies) {
  const { accountsRepo, secondFactorRepo, codes, sessions, mail, adminsNeedSecondFactor, clock } =
    dependencies;

  /** @throws DomainError sign_in_required, step_up_required */
  function requireProved(actor: Actor): Self {
    const self = requireSelf(actor);
    requireProof(self, clock());
    return self;
  }

  const notice =
    ({ email }: Pick<CodeOwner, "email">, change: Change): Notify =>
    (within) =>
      mail.send([{ to: email, template: "secondFactor", params: { change } }], within);

  /** Gives the session a new token after a change. */
  async function renewed({ session }: Self, proof: { mfaAt?: number | null } = {}): Promise<string[]> {
    const setCookies = await sessions.rotate(session.id, proof);
    if (!setCookies) throw new DomainError("sign_in_required");
    return setCookies;
  }

  return {
    /** @throws DomainError sign_in_required */
    async state(actor: Actor): Promise<SecondFactorState> {
      const self = requireSelf(actor);
      const [factor, codesLeft] = await Promise.all([
        secondFactorRepo.find(self.id),
        secondFactorRepo.countCodes(self.id),
      ]);
      const isEnrolled = factor !== undefined && factor.confirmedAt !== null;
      // Without a proof, a session thief could read the secret that its owner is about to confirm.
      const isShown = factor && !isEnrolled && isProved(self, clock());
      const secret = isShown ? codes.secretOf(factor) : undefined;
      const pending = secret && { secret, qr: qrCode(totpAddress(secret, self.email)) };
      const isRequired = adminsNeedSecondFactor && self.role !== "student";
      return { isEnrolled, isRequired, codesLeft, pending: pending || undefined };
    },

    /**
     * Makes a secret for an authenticator app, which replaces an earlier unconfirmed secret.
     * @throws DomainError sign_in_required, step_up_required, conflict if the person already has a second
     * factor
     */
    async begin(actor: Actor): Promise<void> {
      const { id } = requireProved(actor);
      if (!(await secondFactorRepo.begin(id, codes.sealed(id, newTotpSecret()))))
        throw new DomainError("conflict");
    },

    /**
     * Confirms the secret with the app's first code. From then on, each login needs a code. Other sessions
     * end.
     * @throws DomainError sign_in_required, step_up_required, invalid_input, conflict if no secret waits for
     * its first code
     */
    async enrol(actor: Actor, input: unknown): Promise<NewCodes> {
      const self = requireProved(actor);
      const { code } = validate(secondFactorSchema, input);
      const recoveryCodes = newRecoveryCodes();
      const own = { userId: self.id, sessionId: self.session.id, now: clock() };
      const hashes = recoveryCodes.map(recoveryHash);
      const outcome = await secondFactorRepo.confirm(
        own,
        (factor) => codes.stepOf(code, factor),
        hashes,
        notice(self, "on"),
      );
      if (outcome === "none") throw new DomainError("conflict");
      if (outcome === "wrong") throw invalid("code", "wrongAppCode");
      return { recoveryCodes, setCookies: await renewed(self, { mfaAt: own.now }) };
    },

    /**
     * Makes ten new recovery codes. The old codes no longer work.
     * @throws DomainError sign_in_required, step_up_required, conflict without a second factor
     */
    async renewCodes(actor: Actor): Promise<NewCodes> {
      const self = requireProved(actor);
      const recoveryCodes = newRecoveryCodes();
      const hashes = recoveryCodes.map(recoveryHash);
      const isReplaced = await secondFactorRepo.replaceCodes(self.id, hashes, notice(self, "newCodes"));
      if (!isReplaced) throw new DomainError("conflict");
      return { recoveryCodes, setCookies: await renewed(self) };
    },

    /**
     * Removes the person's second factor. Other sessions end.
     * @returns the cookies for the browser
     * @throws DomainError sign_in_required, step_up_required, conflict without a second factor
     */
    async turnOff(actor: Actor): Promise<string[]> {
      const self = requireProved(actor);
      const isOff = await secondFactorRepo.remove(self.id, self.session.id, notice(self, "off"));
      if (!isOff) throw new DomainError("conflict");
      return renewed(self, { mfaAt: null });
    },

    /**
     * Removes the second factor of a person who lost their phone and recovery codes, and ends their sessions.
     * Only the command line calls this.
     * @returns whether the person exists, and whether they had a second factor
     */
    async resetAsOperator(email: string): Promise<{ matched: boolean; modified: boolean }> {
      const person = await accountsRepo.findByEmail(email.trim().toLowerCase());
      if (!person) return { matched: false, modified: false };
      return {
        matched: true,
        modified: await secondFactorRepo.remove(person.id, undefined, notice(person, "reset")),
      };
    },
  };
}
