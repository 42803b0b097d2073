import type { PasswordRequester, Passwords } from "../auth/passwords.service.ts";
import type { LimitsService } from "../../platform/index.ts";

export interface GuessDependencies {
  passwords: Pick<Passwords, "matches">;
  limits: Pick<LimitsService, "attempt">;
}

/** A typed password that already counts as a wrong guess. */
export interface Guess {
  /**
   * Compares it. A right one no longer counts as a guess, unless it is above the limit of right ones: nobody keeps the
   * server hashing with a password of their own. No stranger uses that limit up.
   * @param stored the hash; undefined where nobody is meant
   * @throws DomainError too_many_requests; unavailable where too many passwords wait to be hashed
   */
  matches(plain: string, stored: string | undefined): Promise<boolean>;
}

/** Counts a guess at a password before any look-up. @throws DomainError too_many_requests */
export async function countGuess(
  { passwords, limits }: GuessDependencies,
  requester: PasswordRequester,
): Promise<Guess> {
  const attempt = await limits.attempt("signIn", requester);
  return {
    async matches(plain, stored) {
      const isRight = await passwords.matches(plain, stored, requester).catch(async (error: unknown) => {
        // The queue refused the password, so it was no guess.
        await attempt.giveBack();
        throw error;
      });
      if (!isRight) return false;
      const subject = { account: requester.account };
      await attempt.succeeded({ action: "rightPassword", subject });
      return true;
    },
  };
}
