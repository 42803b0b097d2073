import { authorize } from "../../../shared/people/authorize.ts";
import { DomainError, invalid } from "../../../shared/problems/errors.ts";
import type { Actor, Role, User } from "../../../shared/people/policy.ts";
import { moderatorSchema } from "../../../shared/schemas/moderator.ts";
import { personEmailSchema } from "../../../shared/schemas/people.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import type { KnownUniversity } from "../../../shared/courses/universities.ts";
import type { MailService, Query, StoredRole, UserTable } from "../../platform/index.ts";
import { requireProof } from "../auth/proof.ts";
import { roleOf } from "../auth/role-of.ts";
import type { AccountsRepo } from "./accounts.repo.ts";
import { namedAreas } from "./moderator-areas.ts";
import type { Moderator, NamedArea, Outcome, PeopleRepo } from "./people.repo.ts";
import type { ProblemCode } from "../../../shared/problems/problem-codes.ts";

const PAGE_SIZE = 20;

export interface PeopleDependencies {
  peopleRepo: PeopleRepo;
  accountsRepo: Pick<AccountsRepo, "findByEmail">;
  /** The confirmed universities. */
  universities: () => Promise<readonly KnownUniversity[]>;
  mail: Pick<MailService, "send">;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** Whether the email has an account, and whether the call changed that account. */
export interface Changed {
  matched: boolean;
  modified: boolean;
}

export interface PeopleQuery {
  /** A part of the email or name. */
  search?: string | undefined;
  /** The number of the page, from 0. */
  page?: number | undefined;
}

/** A person with their role. */
export interface ListedPerson extends Omit<UserTable, "role"> {
  role: Role;
  /** What a moderator moderates; empty for other people. */
  areas: NamedArea[];
}

export interface PeoplePage {
  people: ListedPerson[];
  /** The number of people on all pages. */
  count: number;
  size: number;
}

/** The actions of an admin on people: find, grant and revoke roles, suspend, and reinstate. */
export function createPeopleService(dependencies: PeopleDependencies) {
  const { peopleRepo, accountsRepo, universities, mail, clock } = dependencies;

  async function changed(email: string, act: (id: string) => Promise<Outcome>): Promise<Changed> {
    const person = await accountsRepo.findByEmail(email);
    if (!person) return { matched: false, modified: false };
    const outcome = await act(person.id);
    if (outcome === "notAdmin") throw new DomainError("forbidden");
    if (outcome === "lastAdmin") throw conflict("lastAdmin");
    return { matched: true, modified: outcome === "changed" };
  }

  const byActor = <By extends User | null>(by: By) => ({ by, at: clock() });

  /**
   * A change by an admin, after which a mail tells the person about their new role. Operators at the command line tell
   * the person themselves.
   */
  const granting = <By extends User>(by: By, to: string, role: "admin" | "moderator") => ({
    ...byActor(by),
    notify: (within: Query) => mail.send([{ to, template: "roleGranted", params: { role } }], within),
  });

  return {
    /** Finds people, ordered by email. @throws DomainError sign_in_required, forbidden */
    async list(actor: Actor, { search, page = 0 }: PeopleQuery): Promise<PeoplePage> {
      const by = authorize(actor, "listPeople");
      const [found, count] = await Promise.all([
        peopleRepo.list(by, search, page, PAGE_SIZE),
        peopleRepo.count(by, search),
      ]);
      const areas = await peopleRepo.areasOf(
        by,
        found.map(({ id }) => id),
      );
      const people = found.map((person): ListedPerson => {
        const own = areas.get(person.id) ?? [];
        return { ...person, role: roleOf(person.role, own.length > 0), areas: own };
      });
      return { people, count, size: PAGE_SIZE };
    },

    /**
     * Makes a person an admin. This needs a fresh proof, because an admin that a session thief adds would
     * remain after the thief's session ends. Actions that only remove rights need no proof, because they can
     * be urgent.
     * @throws DomainError sign_in_required, forbidden, invalid_input, step_up_required
     */
    async grantAdmin(actor: Actor, input: unknown): Promise<Changed> {
      const self = authorize(actor, "grantAdmin");
      const { email } = validate(personEmailSchema, input);
      requireProof(self, clock());
      return changed(email, (id) => peopleRepo.setRole(id, "admin", granting(self, email, "admin")));
    },

    /**
     * Makes an admin a student again.
     * @throws DomainError sign_in_required, forbidden, invalid_input, conflict for the last admin
     */
    async revokeAdmin(actor: Actor, input: unknown): Promise<Changed> {
      const change = byActor(authorize(actor, "revokeAdmin"));
      const { email } = validate(personEmailSchema, input);
      return changed(email, (id) => peopleRepo.setRole(id, "student", change));
    },

    /** All moderators with their areas, ordered by email. @throws DomainError sign_in_required, forbidden */
    async moderators(actor: Actor): Promise<Moderator[]> {
      return peopleRepo.moderators(authorize(actor, "listPeople"));
    },

    /**
     * Makes a person a moderator of everything or of some areas, or replaces a moderator's areas. Like `grantAdmin`,
     * this needs a fresh proof.
     * @param input `email` and `areas`, see `moderatorSchema`
     * @throws DomainError sign_in_required, forbidden, invalid_input, step_up_required
     */
    async grantModerator(actor: Actor, input: unknown): Promise<Changed> {
      const self = authorize(actor, "grantModerator");
      const { email, areas } = validate(moderatorSchema, input);
      const named = namedAreas(areas, await universities());
      const change = granting(self, email, "moderator");
      requireProof(self, change.at);
      return changed(email, (id) => peopleRepo.setAreas(id, named, change));
    },

    /**
     * Makes a moderator a student.
     * @throws DomainError sign_in_required, forbidden, invalid_input
     */
    async revokeModerator(actor: Actor, input: unknown): Promise<Changed> {
      const change = byActor(authorize(actor, "revokeModerator"));
      const { email } = validate(personEmailSchema, input);
      return changed(email, (id) => peopleRepo.clearAreas(id, change));
    },

    /**
     * Suspends a person and ends their sessions.
     * @throws DomainError sign_in_required, forbidden, invalid_input, conflict for the acting admin and the
     * last admin
     */
    async suspend(actor: Actor, input: unknown): Promise<Changed> {
      const self = authorize(actor, "suspend");
      const { email } = validate(personEmailSchema, input);
      if (email === self.email) throw conflict("suspendSelf");
      return changed(email, (id) => peopleRepo.suspend(id, byActor(self)));
    },

    /** @throws DomainError sign_in_required, forbidden, invalid_input */
    async reinstate(actor: Actor, input: unknown): Promise<Changed> {
      const change = byActor(authorize(actor, "suspend"));
      const { email } = validate(personEmailSchema, input);
      return changed(email, (id) => peopleRepo.reinstate(id, change));
    },

    /**
     * Changes a role from the command line, so there is no actor to check.
     * @throws DomainError conflict if no admin would remain
     */
    setRoleAsOperator: (email: string, role: StoredRole): Promise<Changed> =>
      changed(email.trim().toLowerCase(), async (id) => {
        const cleared = role === "student" && (await peopleRepo.clearAreas(id, byActor(null))) === "changed";
        return cleared ? "changed" : peopleRepo.setRole(id, role, byActor(null));
      }),

    /**
     * Makes a person a moderator from the command line, see `grantModerator`.
     * @throws DomainError invalid_input
     */
    async grantModeratorAsOperator(input: unknown): Promise<Changed> {
      const { email, areas } = validate(moderatorSchema, input);
      const named = namedAreas(areas, await universities());
      return changed(email, (id) => peopleRepo.setAreas(id, named, byActor(null)));
    },

    /** All moderators, for the command line. */
    moderatorsAsOperator: (): Promise<Moderator[]> => peopleRepo.moderators(null),
  };
}

function conflict(problem: ProblemCode): DomainError {
  return new DomainError("conflict", { fields: invalid("email", problem).fields ?? {} });
}
