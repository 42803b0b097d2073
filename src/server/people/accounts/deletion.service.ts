import { DomainError, invalid } from "../../../shared/problems/errors.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import { deleteAccountSchema } from "../../../shared/schemas/credentials.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import type { Sessions } from "../auth/sessions.service.ts";
import type { Hook, Visit } from "../../platform/index.ts";
import { type AccountDeleted, clearAccount, deleteEmail, type EmailDeleted } from "./deletion.repo.ts";
import type { PeopleRepo } from "./people.repo.ts";
import { type ProofDependencies, prove, requireSelf } from "./prove.ts";

export interface DeletionDependencies extends ProofDependencies {
  peopleRepo: PeopleRepo;
  hooks: { accountDeleted: Hook<AccountDeleted>; emailDeleted: Hook<EmailDeleted> };
  sessions: Sessions;
  /** Removes bytes that no file needs. If that fails, the sweeper removes them later. */
  discard: (sha256s: string[]) => Promise<void>;
}

/** The deletion of a person's own account. */
export function createDeletionService(dependencies: DeletionDependencies) {
  const { peopleRepo, sessions, hooks, discard, clock } = dependencies;

  return {
    /**
     * Deletes the person's account, sessions, password and reviews of the site. Contributions stay in the
     * archive without the person's name, or are removed, except for questions with other people's answers.
     * @returns cookies that clear the browser's cookies
     * @throws DomainError sign_in_required, invalid_input, step_up_required, too_many_requests, conflict for
     * the last admin
     */
    async deleteAccount(actor: Actor, input: unknown, visit: Visit): Promise<string[]> {
      const self = requireSelf(actor);
      const { contributions, passwordNow } = validate(deleteAccountSchema, input);
      await prove(dependencies, self, passwordNow, visit.client);
      let unused: string[] = [];
      const change = { by: self, at: clock() };
      const outcome = await peopleRepo.remove(self.id, change, async (trx) => {
        const { sha256s, ...counts } = await clearAccount(
          trx,
          { userId: self.id, remove: contributions === "remove" },
          hooks.accountDeleted,
        );
        unused = sha256s;
        await deleteEmail(trx, self.email, hooks.emailDeleted);
        return counts;
      });
      if (outcome === "lastAdmin") {
        throw new DomainError("conflict", { fields: invalid("email", "lastAdmin").fields ?? {} });
      }
      await discard(unused);
      return sessions.end(visit.headers);
    },
  };
}
