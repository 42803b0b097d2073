import { DomainError, invalid } from "../../../shared/errors.ts";
import { isAppCode } from "../../../shared/schemas/second-factor.ts";
import { recoveryHash } from "../auth/recovery-code.ts";
import { createSeal } from "../auth/seal.ts";
import { totpStep } from "../auth/totp.ts";
import type { MailService, SecondFactorTable } from "../../platform/index.ts";
import type { GivenCode, SecondFactorRepo } from "./second-factor.repo.ts";

const MINUTE = 60_000;
/** So many wrong codes in a row lock nothing yet. */
const FREE = 4;
/** How long each one after them locks, in ms; the last stays. */
const LOCKS = [MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE];

/** @param failures in a row @returns in ms */
export const lockFor = (failures: number): number =>
  failures <= FREE ? 0 : (LOCKS[Math.min(failures - FREE, LOCKS.length) - 1] as number);

export interface SecondFactorCodesDependencies {
  secondFactorRepo: SecondFactorRepo;
  mail: MailService;
  /** Of the site: encrypts the secrets of authenticator apps. */
  secret: string;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** Whose code it is. */
export interface CodeOwner {
  id: string;
  email: string;
}

export type SecondFactorCodes = ReturnType<typeof createSecondFactorCodes>;

/** Secrets of authenticator apps, which the database keeps encrypted, and the codes that are given. */
export function createSecondFactorCodes(dependencies: SecondFactorCodesDependencies) {
  const { secondFactorRepo, mail, clock } = dependencies;
  const { seal, open } = createSeal(dependencies.secret, "second factor");

  /** @returns undefined where another PROSHNO_SECRET sealed it, or it is somebody else's */
  function secretOf({ userId, secret }: SecondFactorTable): string | undefined {
    const [owner, own] = open(secret)?.split(" ") ?? [];
    return owner === userId ? own : undefined;
  }

  function stepOf(code: string, factor: SecondFactorTable): number | undefined {
    const secret = secretOf(factor);
    return secret === undefined || !isAppCode(code) ? undefined : totpStep(code, secret, clock());
  }

  return {
    /** With its owner in it, so that a row copied to somebody else opens nothing. */
    sealed: (userId: string, secret: string): string => seal(`${userId} ${secret}`),
    secretOf,
    stepOf,

    /**
     * Takes a person's code, and uses it up. Wrong ones are counted for the person, in whatever session.
     * @param code as its schema leaves it
     * @throws DomainError invalid_input for the code; too_many_requests with the seconds to wait; sign_in_required
     *   where there is no second factor any more
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
