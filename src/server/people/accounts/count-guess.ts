import type { PasswordRequester, Passwords } from "../auth/passwords.service.ts";
import type { LimitsService } from "../../platform/index.ts";

export interface GuessDependencies {
  passwords: Pick<Passwords, "matches">;
  limits: Pick<LimitsService, "attempt">;
}

/** A login attempt with a password. It counts as a wrong guess until the password is checked. */
export interface Guess {
  /**
   * Compares the password. If it is right, the attempt no longer counts as a guess. Right passwords have a
   * limit too, which only the account's owner can reach, so that nobody can overload the server with their
   * own password.
   * @param stored the hash; undefined for an unknown person
   * @throws DomainError too_many_requests; unavailable if too many passwords wait for hashing
   */
  matches(plain: string, stored: string | undefined): Promise<boolean>;
}

/** Counts a password guess before it looks up the person. @throws DomainError too_many_requests */
export async function countGuess(
  { passwords, limits }: GuessDependencies,
  requester: PasswordRequester,
): Promise<Guess> {
  const attempt = await limits.attempt("signIn", requester);
  return {
    async matches(plain, stored) {
      const isRight = await passwords.matches(plain, stored, requester).catch(async (error: unknown) => {
        // The queue refused the password, so nothing was guessed.
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
