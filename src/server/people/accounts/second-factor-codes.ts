import { DomainError, invalid } from "../../../shared/problems/errors.ts";
import { isAppCode } from "../../../shared/schemas/second-factor.ts";
import { recoveryHash } from "../auth/recovery-code.ts";
import { createSeal } from "../auth/seal.ts";
import { totpStep } from "../auth/totp.ts";
import type { MailService, SecondFactorTable } from "../../platform/index.ts";
import type { GivenCode, SecondFactorRepo } from "./second-factor.repo.ts";

const MINUTE = 60_000;
/** The number of wrong codes in a row that cause no lock. */
const FREE = 4;
/**
 * How long the account's codes are locked after each further wrong code, in ms. All later failures use the
 * last value.
 */
const LOCKS = [MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE];

/** @param failures in a row @returns the time of the lock, in ms */
export const lockFor = (failures: number): number =>
  failures <= FREE ? 0 : (LOCKS[Math.min(failures - FREE, LOCKS.length) - 1] as number);

export interface SecondFactorCodesDependencies {
  secondFactorRepo: SecondFactorRepo;
  mail: MailService;
  /** The site's secret. It encrypts the secrets of authenticator apps. */
  secret: string;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** The person who enters the code. */
export interface CodeOwner {
  id: string;
  email: string;
}

export type SecondFactorCodes = ReturnType<typeof createSecondFactorCodes>;

/** Encrypts the secrets of authenticator apps for the database, and checks codes. */
export function createSecondFactorCodes(dependencies: SecondFactorCodesDependencies) {
  const { secondFactorRepo, mail, clock } = dependencies;
  const { seal, open } = createSeal(dependencies.secret, "second factor");

  /**
   * @returns the secret; undefined if it was sealed with a different PROSHNO_SECRET or for a different person
   */
  function secretOf({ userId, secret }: SecondFactorTable): string | undefined {
    const [owner, own] = open(secret)?.split(" ") ?? [];
    return owner === userId ? own : undefined;
  }

  function stepOf(code: string, factor: SecondFactorTable): number | undefined {
    const secret = secretOf(factor);
    return secret === undefined || !isAppCode(code) ? undefined : totpStep(code, secret, clock());
  }

  return {
    /**
     * Encrypts a secret together with its owner's id, so that a row copied to a different person is useless.
     */
    sealed: (userId: string, secret: string): string => seal(`${userId} ${secret}`),
    secretOf,
    stepOf,

    /**
     * Checks a code; a right code works only once. Wrong codes count for the person, across all sessions.
     * @param code as the schema returns it
     * @throws DomainError invalid_input for the code; too_many_requests with the seconds to wait;
     * sign_in_required if the person no longer has a second factor
     */
    async take({ id, email }: CodeOwner, code: string): Promise<void> {
      const given: GivenCode = isAppCode(code)
        ? { stepOf: (factor) => stepOf(code, factor) }
        : { codeHash: recoveryHash(code) };
      const now = clock();
      const params = { change: "codeUsed" as const };
      const tried = await secondFactorRepo.tryCode(id, given, now, {
        lockFor,
        notify: (within) => mail.send([{ to: email, template: "secondFactor", params }], within),
      });
      if (tried.outcome === "right") return;
      if (tried.outcome === "none") throw new DomainError("sign_in_required");
      const wait = tried.lockedUntil - now;
      if (wait > 0) throw new DomainError("too_many_requests", { retryAfter: Math.ceil(wait / 1_000) });
      throw invalid("code", isAppCode(code) ? "wrongCode" : "wrongRecoveryCode");
    },
  };
}
