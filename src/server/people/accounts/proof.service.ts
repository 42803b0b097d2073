import { DomainError, invalid } from "../../../shared/problems/errors.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import { confirmSchema, secondFactorSchema } from "../../../shared/schemas/second-factor.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import { PROOF_LASTS } from "../auth/proof.ts";
import type { Sessions } from "../auth/sessions.service.ts";
import type { Client, LimitsService, Visit } from "../../platform/index.ts";
import type { AccountsRepo } from "./accounts.repo.ts";
import { countGuess, type GuessDependencies } from "./count-guess.ts";
import { requireSelf } from "./prove.ts";
import type { CodeOwner, SecondFactorCodes } from "./second-factor-codes.ts";
import type { SecondFactorRepo } from "./second-factor.repo.ts";
import type { SignedIn } from "./sign-up.service.ts";

export interface ProofServiceDependencies extends GuessDependencies {
  accountsRepo: Pick<AccountsRepo, "findPassword" | "withRole">;
  secondFactorRepo: Pick<SecondFactorRepo, "find">;
  codes: Pick<SecondFactorCodes, "take">;
  sessions: Sessions;
  limits: Pick<LimitsService, "attempt" | "remember">;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** The secrets that confirm a person's identity. */
export interface ConfirmNeeds {
  password: boolean;
  code: boolean;
}

/** The second step of a login, and the confirmation of a person's identity. */
export function createProofService(dependencies: ProofServiceDependencies) {
  const { accountsRepo, secondFactorRepo, codes, sessions, limits, clock } = dependencies;

  /** The person of a pending session: after the password or the provider, they must enter their code. */
  async function awaited(headers: Headers) {
    const half = await sessions.awaiting(headers);
    return half && clock() - half.session.provedAt <= PROOF_LASTS ? half : undefined;
  }

  async function needs(id: string): Promise<ConfirmNeeds> {
    const [password, factor] = await Promise.all([accountsRepo.findPassword(id), secondFactorRepo.find(id)]);
    return { password: password !== undefined, code: factor !== undefined && factor.confirmedAt !== null };
  }

  async function checkPassword(self: CodeOwner, password: string, visit: Visit): Promise<void> {
    const stored = await accountsRepo.findPassword(self.id);
    // A person without a password confirms with a new login at their provider.
    if (!stored) throw new DomainError("step_up_required");
    // Each attempt counts as a password guess, so that a session thief can't try many passwords here.
    const guess = await countGuess(dependencies, { client: visit.client, account: self.email });
    if (!(await guess.matches(password, stored.hash))) throw invalid("password", "wrongPasswordNow");
  }

  async function takeCode(owner: CodeOwner, code: string, client: Client): Promise<void> {
    // Counts attempts for each address or known browser. The second factor counts the wrong codes of the
    // account.
    const attempt = await limits.attempt("secondFactor", { client, account: owner.email });
    await codes.take(owner, code);
    await attempt.succeeded();
  }

  return {
    /** Whether these request headers belong to a login that waits for its code. */
    isAwaited: async (headers: Headers): Promise<boolean> => (await awaited(headers)) !== undefined,

    /**
     * Completes a login with a code of the authenticator app or a recovery code.
     * @throws DomainError invalid_input, too_many_requests; sign_in_required if no login waits for a code, or
     * if that login has expired
     */
    async giveCode(input: unknown, { client, headers }: Visit): Promise<SignedIn> {
      const { code } = validate(secondFactorSchema, input);
      const half = await awaited(headers);
      if (!half) throw new DomainError("sign_in_required");
      const { user: person, session } = half;
      await takeCode(person, code, client);
      const setCookies = await sessions.rotate(session.id, { mfaAt: clock() });
      if (!setCookies) throw new DomainError("sign_in_required");
      return {
        person: await accountsRepo.withRole(person),
        setCookies: [...setCookies, limits.remember(person.email, client)],
        half: false,
      };
    },

    /**
     * Names the secrets that the person must enter to confirm their identity.
     * @throws DomainError sign_in_required
     */
    needs: (actor: Actor): Promise<ConfirmNeeds> => needs(requireSelf(actor).id),

    /**
     * Confirms that the requester is still the same person: with the password, and with a code if they have a
     * second factor.
     * @returns the cookies for the browser
     * @throws DomainError sign_in_required, invalid_input, too_many_requests; step_up_required for a person
     * without a password
     */
    async confirm(actor: Actor, input: unknown, visit: Visit): Promise<string[]> {
      const self = requireSelf(actor);
      const { password, code } = validate(confirmSchema, input);
      await checkPassword(self, password, visit);
      const isEnrolled = (await needs(self.id)).code;
      if (isEnrolled && code === undefined) throw invalid("code", "required");
      if (isEnrolled && code !== undefined) await takeCode(self, code, visit.client);
      const now = clock();
      const setCookies = await sessions.rotate(self.session.id, {
        provedAt: now,
        mfaAt: isEnrolled ? now : null,
      });
      if (!setCookies) throw new DomainError("sign_in_required");
      return setCookies;
    },
  };
}
