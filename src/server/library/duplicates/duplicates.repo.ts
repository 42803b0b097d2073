import { type RawBuilder, sql, type SqlBool } from "kysely";
import { type FacetColumns, facetColumns, keyColumn } from "../../../shared/facets/facet-columns.ts";
import { facetNames, facets } from "../../../shared/facets/facets.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import {
  type Act,
  type Database,
  type Hook,
  insertItemAudit,
  listOf,
  type Query,
} from "../../platform/index.ts";
import type { PaperPrints } from "../../files/index.ts";
import { moderated, reachable } from "../items/resource-filter.repo.ts";
import { resourceRows, type ResourceRow } from "../items/resource-rows.repo.ts";
import type { Traits } from "./reasons.ts";

/** An item with the traits that the comparison needs. */
export interface Candidate extends Traits {
  id: string;
  status: string;
  createdAt: number;
}

/** The maximum number of items that are compared for each kind of similarity. */
const LIMIT = 500;
/** The maximum number of papers whose exams are compared with those of new papers. */
const MAX_EXAMS = 2_000;

const prints = ["hash", "print", "pageHashes", "pagePrints"] as const;

/** Runs in the transaction that stores that two items are different, while both are locked. */
export type PairSeparated = (trx: Query, ids: [string, string]) => Promise<void>;

/** All SQL for possible duplicates. @param pairSeparated tells higher modules about two different items */
export function createDuplicatesRepo(db: Database, pairSeparated: Hook<PairSeparated>) {
  /** The traits of these items, including items that readers can't see. @param by only the items of this person's areas */
  async function traits(ids: string[], by?: Actor): Promise<Candidate[]> {
    if (ids.length === 0) return [];
    const found = candidates(db.read).where(sql<SqlBool>`resource.id in ${listOf(db.engine, ids)}`);
    return (by ? found.where(moderated(by)) : found).execute();
  }

  return {
    /** Sequence numbers and fingerprints of papers, in the order of the numbers. */
    async hashesAfter(seq: number, limit: number): Promise<{ seq: number; hashes: string[] }[]> {
      const rows = await db.read
        .selectFrom("paper")
        .select(["seq", "hash", "pageHashes"])
        .where("seq", ">", seq)
        .orderBy("seq")
        .limit(limit)
        .execute();
      return rows.map((row) => ({ seq: row.seq as number, hashes: uprightHashes(row) }));
    },

    /** Finds papers by their sequence numbers. */
    async papers(seqs: number[]): Promise<{ sha256: string }[]> {
      if (seqs.length === 0) return [];
      return db.read.selectFrom("paper").select("sha256").where("seq", "in", seqs).limit(LIMIT).execute();
    },

    /** Like `papers`, with the fingerprints. */
    async prints(seqs: number[]): Promise<({ sha256: string } & PaperPrints)[]> {
      if (seqs.length === 0) return [];
      const query = db.read
        .selectFrom("paper")
        .select(["sha256", ...prints])
        .where("seq", "in", seqs);
      return query.limit(LIMIT).execute();
    },

    async fingerprint(sha256: string): Promise<PaperPrints | undefined> {
      return db.read.selectFrom("paper").select(prints).where("sha256", "=", sha256).executeTakeFirst();
    },

    traits,

    /**
     * Candidates for duplicates of these items: items with the same file, link, course or title. Cancelled
     * items are left out.
     */
    async alike(like: Traits[], sha256s: string[]): Promise<Candidate[]> {
      const links = [...new Set(like.flatMap(({ linkKey }) => linkKey ?? []))];
      const sittings = distinctSittings(like).map(sameSitting);
      const ids = await Promise.all([
        sha256s.length > 0 ? withFiles(db.read, sha256s) : [],
        links.length > 0 ? matching(db.read, sql`resource."linkKey" in ${listOf(db.engine, links)}`) : [],
        sittings.length > 0 ? matching(db.read, sql`(${sql.join(sittings, sql` or `)})`) : [],
      ]);
      return traits([...new Set(ids.flat())]);
    },

    /** The exams of the papers with these codes that this actor may open. */
    async examsOf(kind: string, codes: string[], actor: Actor): Promise<FacetColumns[]> {
      if (codes.length === 0) return [];
      return db.read
        .selectFrom("resource")
        .select(facetNames.map((name) => `resource.${name}` as const))
        .where("resource.kind", "=", kind)
        .where("resource.codeNorm", "in", codes)
        .where("resource.status", "!=", "Cancelled")
        .where(reachable(actor))
        .limit(MAX_EXAMS)
        .execute();
    },

    /** Returns the ids of the items that this actor may open. */
    async seen(ids: string[], actor: Actor): Promise<Set<string>> {
      if (ids.length === 0) return new Set();
      const found = db.read.selectFrom("resource").select("resource.id").where("resource.id", "in", ids);
      return new Set((await found.where(reachable(actor)).execute()).map(({ id }) => id));
    },

    /** Returns only the items that this actor may open. */
    async rows(ids: string[], actor: Actor): Promise<ResourceRow[]> {
      if (ids.length === 0) return [];
      return resourceRows(db.read).where("resource.id", "in", ids).where(reachable(actor)).execute();
    },

    /**
     * The pairs with one of these items that an admin marked as different. Each pair is listed in both
     * orders.
     */
    async notSame(ids: string[]): Promise<Set<string>> {
      if (ids.length === 0) return new Set();
      const pairs = await db.read
        .selectFrom("notSame")
        .select(["oneId", "otherId"])
        .where((eb) => eb.or([eb("oneId", "in", ids), eb("otherId", "in", ids)]))
        .execute();
      return new Set(pairs.flatMap(({ oneId, otherId }) => [`${oneId} ${otherId}`, `${otherId} ${oneId}`]));
    },

    /**
     * Stores that two items are different.
     * @returns false if this is already stored or one of the items is missing
     */
    async setNotSame(id: string, other: string, act: Act<"decide">): Promise<boolean> {
      const [oneId = "", otherId = ""] = [id, other].sort();
      return db.transaction(async (trx) => {
        const items = trx.selectFrom("resource").select("id").where("id", "in", [oneId, otherId]);
        const there = await (db.engine === "postgres" ? items.forKeyShare() : items).execute();
        if (there.length < 2) return false;
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto("notSame")
          .values({ oneId, otherId, saidAt: act.at })
          .onConflict((conflict) => conflict.columns(["oneId", "otherId"]).doNothing())
          .executeTakeFirstOrThrow();
        if (!numInsertedOrUpdatedRows) return false;
        await pairSeparated.run(trx, [oneId, otherId]);
        await insertItemAudit(trx, { ...act, action: "notSame", itemId: id });
        return true;
      });
    },
  };
}

/** The hashes of the first pages as they are in the file. */
function uprightHashes({ hash, pageHashes }: Pick<PaperPrints, "hash" | "pageHashes">): string[] {
  return pageHashes?.split(" ").filter((_one, index) => index % 2 === 0) ?? (hash === null ? [] : [hash]);
}

export type DuplicatesRepo = ReturnType<typeof createDuplicatesRepo>;

function candidates(db: Query) {
  return db
    .selectFrom("resource")
    .leftJoin("file", "file.key", "resource.fileKey")
    .leftJoin("paper", "paper.sha256", "file.sha256")
    .select([
      "resource.id",
      "resource.kind",
      "resource.status",
      "resource.parentId",
      "resource.title",
      "resource.linkKey",
      ...facetColumns.map((column) => `resource.${column}` as const),
      "resource.createdAt",
      "file.sha256",
      "file.uploadedSha256",
      "paper.hash",
      "paper.print",
      "paper.pageHashes",
      "paper.pagePrints",
    ]);
}

async function withFiles(db: Query, sha256s: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("file")
    .innerJoin("resource", "resource.fileKey", "file.key")
    .select("resource.id")
    .where((eb) => eb.or([eb("file.sha256", "in", sha256s), eb("file.uploadedSha256", "in", sha256s)]))
    .where("resource.status", "!=", "Cancelled")
    .limit(LIMIT)
    .execute();
  return rows.map(({ id }) => id);
}

async function matching(db: Query, condition: RawBuilder<SqlBool>): Promise<string[]> {
  const rows = await db
    .selectFrom("resource")
    .select("id")
    .where(condition)
    .where("status", "!=", "Cancelled")
    .limit(LIMIT)
    .execute();
  return rows.map(({ id }) => id);
}

/** The exams of these items, each once. An item without a code and a title, such as a bare link, has no exam. */
function distinctSittings(like: Traits[]): Traits[] {
  const placed = like.filter(
    ({ parentId, codeNorm, title }) => parentId === null && (codeNorm !== null || title),
  );
  const nameOf = (item: Traits) =>
    JSON.stringify([
      item.kind,
      item.codeNorm ?? [item.title],
      ...facetNames.map((name) => item[keyColumn(name)]),
    ]);
  return [...new Map(placed.map((item) => [nameOf(item), item])).values()];
}

/**
 * Matches items of the same exam, with the index on codes or titles. `reasonsBetween` checks the other
 * traits.
 */
function sameSitting(traits: Traits): RawBuilder<SqlBool> {
  const { kind, codeNorm, title } = traits;
  const course =
    codeNorm === null
      ? sql`resource."codeNorm" is null and lower(resource.title) = lower(${title})`
      : sql`resource."codeNorm" = ${codeNorm}`;
  const sitting = facetNames.flatMap((name) => {
    const key = keyColumn(name);
    const [column, value] = [sql.ref(`resource.${key}`), traits[key]];
    if (facets[name].exam === "same") return [sql` and ${column} is not distinct from ${value}`];
    const isOpen = facets[name].exam === undefined || value === null;
    return isOpen ? [] : [sql` and (${column} is null or ${column} = ${value})`];
  });
  return sql`(resource.kind = ${kind} and ${course}${sql.join(sitting, sql``)})`;
}
