import { authorize } from "../../../shared/people/authorize.ts";
import { DomainError, invalid } from "../../../shared/problems/errors.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import {
  mergedUniversitySchema,
  savedUniversitySchema,
  universitySchema,
} from "../../../shared/schemas/university.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import type { KnownUniversity } from "../../../shared/courses/universities.ts";
import type { Database } from "../../platform/index.ts";
import { createReconcile } from "./reconcile.ts";
import type { ReconcileRepo } from "./reconcile.repo.ts";
import type { NameTaken, StoredUniversity, UniversitiesRepo } from "./universities.repo.ts";
import { type ShownDepartment, shownDepartments, withPlaceNames } from "./department-names.repo.ts";
import { knownUniversities } from "./university-names.repo.ts";

export interface UniversitiesDependencies {
  db: Database;
  universitiesRepo: UniversitiesRepo;
  reconcileRepo: ReconcileRepo;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** A university for admins, with the number of its items in all kinds and statuses. */
export interface ListedUniversity extends StoredUniversity {
  items: number;
}

/** The batches of items that an admin waits for. The schedule updates the other items within a minute. */
const BATCH = 25;

/** The table of universities. Items refer to it by id, and people type any name. */
export function createUniversitiesService({
  db,
  universitiesRepo,
  reconcileRepo,
  clock,
}: UniversitiesDependencies) {
  const reconcile = createReconcile(reconcileRepo, clock);

  return {
    /** The confirmed universities in alphabetical order, for forms. */
    known: (): Promise<KnownUniversity[]> => knownUniversities(db),

    /**
     * Filters with the name of the university, if they have any of its names, and with the departments that show the items
     * of merged ones.
     */
    named: <Filter extends object>(filter: Filter): Promise<Filter> => withPlaceNames(db, filter),

    /** Looks up the departments that show the items of merged ones. */
    shownDepartments: (): Promise<ShownDepartment> => shownDepartments(db),

    reconcile,

    /**
     * All universities in alphabetical order, with those that no admin has confirmed.
     * @throws DomainError sign_in_required, forbidden
     */
    async list(actor: Actor): Promise<ListedUniversity[]> {
      const by = authorize(actor, "manageUniversities");
      const [universities, used] = await Promise.all([universitiesRepo.list(by), reconcileRepo.usedKeys()]);
      const items = new Map(used.map((one) => [one.key, one.items]));
      return universities.map((university) => ({ ...university, items: items.get(university.id) ?? 0 }));
    },

    /** One university. @throws DomainError sign_in_required, forbidden, not_found */
    async get(actor: Actor, id: string): Promise<StoredUniversity> {
      const [university] = await universitiesRepo.list(authorize(actor, "manageUniversities"), id);
      if (!university) throw new DomainError("not_found");
      return university;
    },

    /**
     * Adds a university.
     * @param input `name`, `banglaName` ("" if unknown), and `otherNames`, one in each line
     * @throws DomainError sign_in_required, forbidden, invalid_input
     */
    async add(actor: Actor, input: unknown): Promise<void> {
      const by = authorize(actor, "manageUniversities");
      refuseTaken(await universitiesRepo.add(validate(universitySchema, input), { by, at: clock() }));
      await reconcile({ most: BATCH });
    },

    /**
     * Saves the names of a university and confirms it.
     * @param input as for `add`, with the `id` and the `updatedAt` that the admin saw
     * @throws DomainError sign_in_required, forbidden, invalid_input, changed_since
     */
    async save(actor: Actor, input: unknown): Promise<void> {
      const by = authorize(actor, "manageUniversities");
      const { updatedAt: seen, ...given } = validate(savedUniversitySchema, input);
      const refused = await universitiesRepo.save({ ...given, seen }, { by, at: clock() });
      if (refused === "changed") throw new DomainError("changed_since");
      refuseTaken(refused);
      await reconcile({ most: BATCH });
    },

    /**
     * Merges a university into another one: the other one gets its names and its items.
     * @param input `id`, the university that goes, and `into`, any name of the one that stays
     * @returns the name of the one that stays
     * @throws DomainError sign_in_required, forbidden, invalid_input, not_found
     */
    async merge(actor: Actor, input: unknown): Promise<string> {
      const by = authorize(actor, "manageUniversities");
      const merged = await universitiesRepo.merge(validate(mergedUniversitySchema, input), {
        by,
        at: clock(),
      });
      if (merged === "gone") throw new DomainError("not_found");
      if (merged === "unknown") throw invalid("into", "noUniversity");
      if (merged === "same") throw invalid("into", "sameUniversity");
      await reconcile({ most: BATCH });
      return merged.name;
    },
  };
}

export type UniversitiesService = ReturnType<typeof createUniversitiesService>;

function refuseTaken(taken: NameTaken | undefined): void {
  if (!taken) return;
  throw new DomainError("invalid_input", {
    fields: { [taken.field]: { code: "nameTaken", param: taken.by } },
  });
}
