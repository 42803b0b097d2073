import { authorize } from "../../src/shared/people/authorize.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { isKeptTotal, newId } from "../../src/server/platform/index.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ListFilter, listed } from "../../src/server/library/items/resource-filter.repo.ts";
import { createPublishingRepo } from "../../src/server/library/publishing/publishing.repo.ts";
import { createResourcesRepo, type ResourcesRepo } from "../../src/server/library/items/resources.repo.ts";
import { resourceRow } from "../../src/server/library/items/resource-row.ts";
import { facetColumns } from "../../src/shared/facets/facet-columns.ts";
import { countedFacets, facets as declared, offeredFacets } from "../../src/shared/facets/facets.ts";
import type { User } from "../../src/shared/people/policy.ts";
import { type Status, statuses } from "../../src/shared/items/status.ts";
import { kindNamed } from "../../src/shared/kinds/index.ts";
import { insertItem, insertItems, type ItemOptions, NOWHERE } from "../support/archive/factories.ts";
import { bothEngines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";

const admin = { id: "an-admin", role: "admin" } as User;
const ADMIN = authorize(
  { id: "admin", email: "admin@example.edu", displayName: "Admin", role: "admin", photoURL: null },
  "decide",
  { ...NOWHERE, uploaderId: null },
);

/** The parts that all decisions of these tests share. */
const decision = () => ({ reason: null, returned: false, decisionId: newId(FIRST), by: ADMIN, at: FIRST });
const DAY = 86_400_000;
const FIRST = Date.UTC(2020, 0);

/** Facets that have no values below, with two values each. */
const otherFacets = Object.fromEntries(
  countedFacets
    .filter(
      (name) => !["department", "year", "semester", "examType", "university", "term", "set"].includes(name),
    )
    .map((name) => [name, declared[name].field.options?.slice(0, 2) ?? ["1", "2"]]),
);

const status = fc.constantFrom(...statuses);
const facets = fc.record(
  {
    department: fc.constantFrom("CSE", "cse", "ece", "Law", "ল"),
    year: fc.constantFrom("2018", "2019"),
    semester: fc.constantFrom("1", "2"),
    examType: fc.constantFrom("mid", "final"),
    university: fc.constantFrom("Sample University", "SAMPLE university", "Other University"),
    term: fc.constantFrom("fall", "spring"),
    set: fc.constantFrom("A", "B"),
    ...Object.fromEntries(
      Object.entries(otherFacets).map(([name, values]) => [name, fc.constantFrom(...values)]),
    ),
  },
  { requiredKeys: ["department", "year", "semester"] },
);
const item: fc.Arbitrary<ItemOptions> = fc.record({
  status,
  fields: facets,
  createdAt: fc.integer({ min: FIRST, max: FIRST + 200 * DAY }),
});
const act = fc.oneof(
  fc.record({ act: fc.constant("insert" as const), items: fc.array(item, { minLength: 1, maxLength: 4 }) }),
  fc.record({ act: fc.constant("setStatus" as const), at: fc.nat(), status }),
  fc.record({ act: fc.constant("edit" as const), at: fc.nat(), fields: facets }),
  fc.record({ act: fc.constant("remove" as const), at: fc.nat() }),
);

/** Every combination of at most one choice for each facet. */
function filters(): Omit<ListFilter, "kind">[] {
  const some = {
    department: [undefined, ["CSE"], ["ল"], ["law", "ece"]],
    year: [undefined, "2019"],
    semester: [undefined, "1"],
    examType: [undefined, "final"],
    university: [undefined, "sample University"],
    term: [undefined, "fall"],
    set: [undefined, "A"],
    ...Object.fromEntries(
      Object.entries(otherFacets).map(([name, values]) => [name, [undefined, values[0]]]),
    ),
  };
  const grown = Object.entries(some).reduce<Omit<ListFilter, "kind">[]>(
    (all, [name, values]) => all.flatMap((filter) => values.map((value) => ({ ...filter, [name]: value }))),
    [{}],
  );
  return grown;
}

describe.each(bothEngines)("totals on %s", (engine) => {
  let archive: TestArchive;
  let resourcesRepo: ResourcesRepo;
  beforeAll(async () => {
    archive = await openTestArchive(engine);
    resourcesRepo = createResourcesRepo(archive.db);
  });
  afterAll(() => archive.close());

  const ids = async () =>
    (await archive.db.write.selectFrom("resource").select("id").orderBy("id").execute()).map(({ id }) => id);

  async function run(step: typeof act extends fc.Arbitrary<infer T> ? T : never): Promise<void> {
    if (step.act === "insert") {
      await insertItems(archive, "question", step.items);
      return;
    }
    const known = await ids();
    const id = known[step.at % Math.max(1, known.length)] ?? "";
    if (step.act === "remove") await archive.db.write.deleteFrom("resource").where("id", "=", id).execute();
    if (step.act === "setStatus") await resourcesRepo.setStatus({ ...decision(), id, status: step.status });
    if (step.act === "edit") {
      const row = await resourcesRepo.current(id);
      if (!row) return;
      const fields = { subject: "A subject", ...(step.fields as Record<string, string>) };
      const edited = resourceRow(kindNamed("question"), fields, { ...row, status: row.status });
      const columns = facetColumns.map((column) => [column, edited[column]]);
      await resourcesRepo.update(row, Object.fromEntries(columns), {});
    }
  }

  const counted = async (filter: ListFilter, actor: User | undefined) => {
    const { n } = await archive.db.write
      .selectFrom("resource")
      .where(listed(filter, actor))
      .select((eb) => eb.fn.countAll<number>().as("n"))
      .executeTakeFirstOrThrow();
    return n;
  };

  test("equal a count of the items after any writes, for every combination of facets", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 20 }), async (steps) => {
        for (const step of steps) await run(step);
        for (const narrowing of filters()) {
          const filter = { kind: "question", ...narrowing };
          expect([narrowing, await resourcesRepo.count(filter, undefined)]).toEqual([
            narrowing,
            await counted(filter, undefined),
          ]);
          expect(await resourcesRepo.count(filter, admin)).toBe(await counted(filter, admin));
        }
      }),
      { numRuns: 4 },
    );
  });

  test("have one row for each stored combination of facets, and no other rows", async () => {
    await insertItem(archive, "question");
    const { rows } = await sql<{ facets: number }>`select distinct facets from "resourceTotal"
      where kind = 'question' and n > 0 order by facets`.execute(archive.db.write);
    const count = countedFacets.length;
    const upToThree = 1 + count + (count * (count - 1)) / 2 + (count * (count - 1) * (count - 2)) / 6;
    // Six combinations of the first five facets have more than three facets.
    expect(rows).toHaveLength(upToThree + 6);
    expect(rows.every((row) => isKeptTotal(row.facets))).toBe(true);
    // Every combination of the first five facets, and no combination of four with a later one.
    expect(rows.filter((row) => row.facets < 32)).toHaveLength(32);
    expect(rows.map((row) => row.facets)).toContain(64 + 32 + 1);
    expect(rows.map((row) => row.facets)).not.toContain(64 + 4 + 2 + 1);
  });

  test("equal the number of items for each value of a facet", async () => {
    for (const narrowing of filters()) {
      const filter = { kind: "question", ...narrowing };
      for (const facet of offeredFacets) {
        const none = { ...filter, [facet]: undefined };
        const { [facet]: values = [] } = await resourcesRepo.facets([facet], none, undefined);
        const sum = values.reduce((all, { count }) => all + count, 0);
        for (const { value, count } of values) {
          const chosen = { ...none, [facet]: facet === "department" ? [value] : value };
          expect([facet, narrowing, value, count]).toEqual([
            facet,
            narrowing,
            value,
            await counted(chosen, undefined),
          ]);
        }
        const withFacet = await archive.db.write
          .selectFrom("resource")
          .where(listed(none, undefined))
          .where(sql<boolean>`${sql.ref(`resource.${facet}`)} is not null`)
          .select((eb) => eb.fn.countAll<number>().as("n"))
          .executeTakeFirstOrThrow();
        expect(sum).toBe(withFacet.n);
      }
    }
  });

  test("are right after simultaneous writes", async () => {
    const before = await resourcesRepo.count({ kind: "book" }, admin);
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        insertItem(archive, "book", { status: n % 2 ? "Approved" : "Pending" }),
      ),
    );
    await Promise.all(
      made.map((id, n) =>
        resourcesRepo.setStatus({
          ...decision(),
          id,
          status: (["Approved", "Pending", "Cancelled"] as Status[])[n % 3] as Status,
        }),
      ),
    );
    for (const one of statuses) {
      const filter = { kind: "book", status: one };
      expect(await resourcesRepo.count(filter, admin)).toBe(await counted(filter, admin));
    }
    expect(await resourcesRepo.count({ kind: "book" }, admin)).toBe(before + 40);
  });

  test("find the right page far down a list", async () => {
    const moments = Array.from(
      { length: 2_400 },
      (_, n) => FIRST + (n % 7) * 31 * DAY + (n % 3) * 2 * DAY + (n % 50),
    );
    await insertItems(
      archive,
      "note",
      moments.map((createdAt, n) => ({ createdAt, status: n % 5 ? "Approved" : "Pending" })),
    );
    const everything = async (actor: User | undefined) => {
      const rows = await archive.db.write
        .selectFrom("resource")
        .select("id")
        .where(listed({ kind: "note" }, actor))
        .orderBy("createdAt", "desc")
        .orderBy("id", "desc")
        .execute();
      return rows.map(({ id }) => id);
    };
    for (const actor of [undefined, admin]) {
      const all = await everything(actor);
      for (const offset of [
        0,
        990,
        1_000,
        1_001,
        1_370,
        1_500,
        all.length - 7,
        all.length,
        all.length + 50,
      ]) {
        const rows = await resourcesRepo.list({ kind: "note" }, actor, { size: 20, offset });
        expect([offset, rows.map(({ id }) => id)]).toEqual([offset, all.slice(offset, offset + 20)]);
      }
    }
  });

  test("find the right page of the sitemap, which begins with the oldest item", async () => {
    const sitemap = createPublishingRepo(archive.db);
    const seen = await sitemap.count();
    const all = (
      await archive.db.read
        .selectFrom("resource")
        .select("id")
        .where("status", "=", "Approved")
        .where("parentId", "is", null)
        .orderBy("createdAt")
        .orderBy("id")
        .execute()
    ).map(({ id }) => id);
    expect(seen).toBe(all.length);
    for (let offset = 0; offset < all.length + 400; offset += 397) {
      const rows = await sitemap.list(20, offset);
      expect([offset, rows.map(({ id }) => id)]).toEqual([offset, all.slice(offset, offset + 20)]);
    }
  });
});
