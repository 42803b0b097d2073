import { sql, type SqlBool } from "kysely";
import { facets } from "../../../shared/facets/facets.ts";
import { type KnownUniversity, universityNameKey } from "../../../shared/courses/universities.ts";
import { withTokens } from "../../../shared/search/tokens.ts";
import { searchWords } from "../../../shared/text/words.ts";
import { type Database, listOf, type Query, type ResourceTable } from "../../platform/index.ts";

type Engine = Database["engine"];

/** A university that a typed name means. */
export interface FoundUniversity {
  id: string;
  name: string;
  /** The words of all its names, as the search index stores them. */
  words: string[];
}

/** The columns of an item that depend on its university. */
type Placed = Partial<Pick<ResourceTable, "university" | "universityKey" | "searchText">>;

/**
 * Finds universities by their names in any spelling.
 * @returns by `universityNameKey`; an unknown name is absent
 */
export async function universitiesNamed(
  db: Query,
  engine: Engine,
  names: readonly string[],
): Promise<Map<string, FoundUniversity>> {
  const keys = [...new Set(names.map(universityNameKey))];
  const rows = await db
    .selectFrom("universityName as asked")
    .innerJoin("university", "university.id", "asked.universityId")
    .innerJoin("universityName as each", "each.universityId", "university.id")
    .select(["asked.key", "university.id", "university.name", "each.name as one"])
    .where(sql<SqlBool>`asked.key in ${listOf(engine, keys)}`)
    .orderBy("each.key")
    .execute();
  const found = new Map<string, FoundUniversity>();
  for (const { key, id, name, one } of rows) {
    const university = found.get(key) ?? { id, name, words: searchWords(name) };
    university.words.push(...searchWords(one));
    found.set(key, university);
  }
  return found;
}

/** Replaces the university's part of an item's columns: the name that everybody sees, the id, and the search words. */
export const placedIn = <Row extends Placed>(row: Row, university: FoundUniversity): Row => ({
  ...row,
  university: university.name,
  universityKey: university.id,
  ...(row.searchText === undefined ? {} : { searchText: withTokens(row.searchText, university.words) }),
});

/**
 * Refers rows to their universities before they are stored. A row with an unknown name stays as it is; `reconcile` adds the
 * name for admins.
 */
export async function withUniversities<Row extends Placed>(
  db: Query,
  engine: Engine,
  rows: readonly Row[],
): Promise<Row[]> {
  const names = rows.flatMap(({ university }) => university ?? []);
  if (names.length === 0) return [...rows];
  const found = await universitiesNamed(db, engine, names);
  return rows.map((row) => {
    const university = row.university ? found.get(universityNameKey(row.university)) : undefined;
    return university ? placedIn(row, university) : row;
  });
}

/** Replaces the university in filters, or in the fields of a form, by its name, if the typed name is known. */
export async function withUniversityName<Given extends object>(
  { read, engine }: Pick<Database, "read" | "engine">,
  given: Given,
): Promise<Given> {
  const typed = (given as { university?: unknown }).university;
  // A longer text is no name, and the caller refuses it.
  if (typeof typed !== "string" || typed === "" || typed.length > facets.university.field.max) return given;
  const found = (await universitiesNamed(read, engine, [typed])).get(universityNameKey(typed));
  return found ? { ...given, university: found.name } : given;
}

/** The confirmed universities with their names, in alphabetical order. */
export async function knownUniversities({ read }: Pick<Database, "read">): Promise<KnownUniversity[]> {
  const rows = await read
    .selectFrom("university")
    .innerJoin("universityName", "universityName.universityId", "university.id")
    .select(["university.id", "university.name", "university.banglaName", "universityName.name as one"])
    .where("university.isConfirmed", "=", 1)
    .orderBy("universityName.key")
    .execute();
  const known = [...Map.groupBy(rows, ({ id }) => id).values()].map((names) => {
    const { name, banglaName } = names[0] as (typeof names)[number];
    const all = names.map(({ one }) => one);
    return { name, banglaName, otherNames: otherNamesOf({ name, banglaName }, all) };
  });
  return known.toSorted(byName);
}

/**
 * Creates a function like `knownUniversities` that reads the list again only after it has changed. Until then, it
 * returns the same array.
 */
export function createKnownUniversities(db: Pick<Database, "read">): () => Promise<KnownUniversity[]> {
  let remembered: { version: string; known: KnownUniversity[] } | undefined;
  return async function known() {
    // The version is read first, so that the list is never older than its version.
    const version = await knownVersion(db);
    if (remembered?.version !== version) remembered = { version, known: await knownUniversities(db) };
    return remembered.known;
  };
}

/** Each change of a confirmed university gives it a later `updatedAt`, adds it or removes it. */
async function knownVersion({ read }: Pick<Database, "read">): Promise<string> {
  const { count, sum } = await read
    .selectFrom("university")
    .where("isConfirmed", "=", 1)
    .select((eb) => [eb.fn.countAll().as("count"), eb.fn.sum("updatedAt").as("sum")])
    .executeTakeFirstOrThrow();
  return `${count} ${sum}`;
}

/** Orders by name. The collations of the two engines differ. */
export const byName = (one: { name: string }, other: { name: string }): number =>
  one.name.localeCompare(other.name, "en");

/** The names besides the two names of a university, with short names first. */
export function otherNamesOf(
  { name, banglaName }: Pick<KnownUniversity, "name" | "banglaName">,
  all: readonly string[],
): string[] {
  const own = new Set([name, banglaName].map(universityNameKey));
  return all
    .filter((one) => !own.has(universityNameKey(one)))
    .toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1));
}
