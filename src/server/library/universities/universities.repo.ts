import type { UniversityAction } from "../../../shared/moderating/audit.ts";
import type { Allowed } from "../../../shared/people/authorize.ts";
import type { UniversityInput } from "../../../shared/schemas/university.ts";
import { universityId, universityNameKey } from "../../../shared/courses/universities.ts";
import {
  type Act,
  type Database,
  type Hook,
  insertActAudit,
  type Query,
  type UniversityTable,
} from "../../platform/index.ts";
import { moveDepartments } from "./departments.repo.ts";
import { lockMerges, moveCourses, type MovedUniversity, type UniversityMoved } from "./move-courses.repo.ts";
import { moveAreas } from "../../people/index.ts";
import { byName, otherNamesOf, universitiesNamed } from "./university-names.repo.ts";

type ManagedAct = Act<"manageUniversities">;
type Manager = Allowed<"manageUniversities">;

/** A university for admins. */
export interface StoredUniversity extends Pick<UniversityTable, "id" | "name" | "banglaName" | "updatedAt"> {
  isConfirmed: boolean;
  otherNames: string[];
}

/** Why a university was not stored: another university has this name. */
export interface NameTaken {
  /** The field of the input with the name. */
  field: keyof UniversityInput;
  /** The name of the other university. */
  by: string;
}

/**
 * All SQL with which admins change the table of universities.
 * @param universityMoved tells higher modules about a university that was renamed or merged
 */
export function createUniversitiesRepo(db: Database, universityMoved: Hook<UniversityMoved>) {
  async function move(trx: Query, moved: MovedUniversity): Promise<void> {
    await moveAreas(trx, moved.id, moved.to);
    await moveCourses(trx, moved);
    await moveDepartments(trx, moved);
    await universityMoved.run(trx, moved);
  }

  return {
    /** The universities in alphabetical order. @param id only this university */
    async list(_by: Manager, id?: string): Promise<StoredUniversity[]> {
      const rows = await db.read
        .selectFrom("university")
        .leftJoin("universityName", "universityName.universityId", "university.id")
        .selectAll("university")
        .select("universityName.name as one")
        .$if(id !== undefined, (query) => query.where("university.id", "=", id as string))
        .orderBy("universityName.key")
        .execute();
      const universities = [...Map.groupBy(rows, (row) => row.id).values()].map((names) => {
        const { id: own, name, banglaName, isConfirmed, updatedAt } = names[0] as (typeof names)[number];
        const otherNames = otherNamesOf(
          { name, banglaName },
          names.flatMap(({ one }) => one ?? []),
        );
        return { id: own, name, banglaName, isConfirmed: isConfirmed === 1, updatedAt, otherNames };
      });
      return universities.toSorted(byName);
    },

    /** Adds a confirmed university. @returns the reason if it was not added */
    add: (input: UniversityInput, act: ManagedAct): Promise<NameTaken | undefined> =>
      db.transaction(async (trx) => {
        const taken = await takenName(trx, db, input);
        if (taken) return taken;
        await insertUniversity(trx, input, act.at, act.at);
        await insertNames(trx, universityId(input.name), namesOf(input));
        await audit(trx, "addUniversity", input, act);
        return undefined;
      }),

    /**
     * Replaces the names of a university and confirms it. A renamed university keeps its old name among the others, so
     * that its items and what people type still find it.
     * @param seen `updatedAt` as the admin saw it
     * @returns the reason if it was not saved; "changed" if it has changed since or doesn't exist
     */
    save: (
      { id, seen, ...input }: UniversityInput & { id: string; seen: number },
      act: ManagedAct,
    ): Promise<NameTaken | "changed" | undefined> =>
      db.transaction(async (trx) => {
        await lockMerges(trx, db.engine);
        const old = await locked(trx, db, id);
        if (!old || old.updatedAt !== seen) return "changed";
        const taken = await takenName(trx, db, input, id);
        if (taken) return taken;
        // Two changes within a millisecond must differ, because an admin's form names the version by this time.
        const at = Math.max(act.at, seen + 1);
        await trx.deleteFrom("universityName").where("universityId", "=", id).execute();
        const { name, banglaName } = input;
        const renamed = universityId(name);
        if (renamed === id)
          await trx
            .updateTable("university")
            .set({ name, banglaName, isConfirmed: 1, staleSince: at, updatedAt: at })
            .where("id", "=", id)
            .execute();
        else {
          await trx.deleteFrom("university").where("id", "=", id).execute();
          await insertUniversity(trx, input, at, old.createdAt);
          await move(trx, { id, to: renamed });
        }
        await insertNames(trx, renamed, [...namesOf(input), old.name]);
        await audit(trx, "saveUniversity", { ...input, before: old.name }, act);
        return undefined;
      }),

    /**
     * Gives all names of a university to another one, and removes it.
     * @param into any name of the other university
     * @returns the name of the other university, or why they were not merged
     */
    merge: (
      { id, into }: { id: string; into: string },
      act: ManagedAct,
    ): Promise<{ name: string } | "gone" | "unknown" | "same"> =>
      db.transaction(async (trx) => {
        await lockMerges(trx, db.engine);
        const old = await locked(trx, db, id);
        if (!old) return "gone";
        const target = (await universitiesNamed(trx, db.engine, [into])).get(universityNameKey(into));
        if (!target) return "unknown";
        if (target.id === id) return "same";
        const kept = await locked(trx, db, target.id);
        if (!kept) return "unknown";
        await trx
          .updateTable("universityName")
          .set({ universityId: target.id })
          .where("universityId", "=", id)
          .execute();
        await trx.deleteFrom("university").where("id", "=", id).execute();
        await move(trx, { id, to: target.id });
        const at = Math.max(act.at, kept.updatedAt + 1);
        await trx
          .updateTable("university")
          .set({ staleSince: at, updatedAt: at })
          .where("id", "=", target.id)
          .execute();
        await audit(trx, "mergeUniversity", { name: old.name, into: target.name }, act);
        return { name: target.name };
      }),
  };
}

export type UniversitiesRepo = ReturnType<typeof createUniversitiesRepo>;

function locked(trx: Query, { engine }: Database, id: string): Promise<UniversityTable | undefined> {
  const row = trx.selectFrom("university").selectAll().where("id", "=", id);
  return (engine === "postgres" ? row.forUpdate() : row).executeTakeFirst();
}

const namesOf = ({ name, banglaName, otherNames }: UniversityInput): string[] =>
  [name, banglaName, ...otherNames].filter((one) => one !== "");

/** The first name of the input that belongs to another university. @param own the id of the saved university */
async function takenName(
  trx: Query,
  { engine }: Database,
  input: UniversityInput,
  own?: string,
): Promise<NameTaken | undefined> {
  const found = await universitiesNamed(trx, engine, namesOf(input));
  for (const field of ["name", "banglaName", "otherNames"] as const) {
    for (const name of [input[field]].flat()) {
      const other = found.get(universityNameKey(name));
      if (other && other.id !== own) return { field, by: other.name };
    }
  }
  return undefined;
}

async function insertUniversity(
  trx: Query,
  { name, banglaName }: UniversityInput,
  at: number,
  createdAt: number,
): Promise<void> {
  await trx
    .insertInto("university")
    .values({
      id: universityId(name),
      name,
      banglaName,
      isConfirmed: 1,
      staleSince: at,
      createdAt,
      updatedAt: at,
    })
    .execute();
}

/** Stores the names of a university; of two spellings of one name, the first. */
async function insertNames(trx: Query, id: string, names: readonly string[]): Promise<void> {
  const rows = names.map((name) => ({ key: universityNameKey(name), universityId: id, name }));
  await trx
    .insertInto("universityName")
    .values(rows)
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
}

const audit = (
  trx: Query,
  action: UniversityAction,
  details: Record<string, unknown>,
  act: ManagedAct,
): Promise<void> => insertActAudit(trx, action, details, act);
