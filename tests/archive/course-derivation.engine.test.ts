import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrate } from "../../src/server/platform/index.ts";
import { resourceRow } from "../../src/server/library/items/resource-row.ts";
import { createResourcesRepo } from "../../src/server/library/items/resources.repo.ts";
import { facetColumns } from "../../src/shared/facets/facet-columns.ts";
import { kindNamed } from "../../src/shared/kinds/index.ts";
import { statuses } from "../../src/shared/items/status.ts";
import { insertItem, insertItems, insertPerson, type ItemOptions } from "../support/archive/factories.ts";
import { source } from "../support/archive/question-rows.ts";
import { bothEngines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { emptyAt } from "../support/platform/unmigrate.ts";

/** The columns that later migrations add. */
const LATER = ["heldIn", "betterCopyOf", "movedTo", "betterCopyBy"];
const PEOPLE = ["id-ann", "id-bob"];
const uploader = fc
  .constantFrom(...PEOPLE)
  .map((id) => ({ id, displayName: id, email: `${id}@example.edu` }));
const facets = {
  department: fc.constantFrom("CSE", "cse", "ece", "Law"),
  subject: fc.constantFrom("Data Structures", "data structures", "ডাটা স্ট্রাকচার"),
  university: fc.constantFrom("BUET", "buet", "University of Dhaka", ""),
};
const paper = fc.record({
  ...facets,
  code: fc.constantFrom("CSE 2103", "cse-2103", "MATH 1", "???"),
  year: fc.constantFrom("2018", "2019"),
  semester: fc.constantFrom("3", "3rd", "L-2 T-1"),
  examType: fc.constantFrom("mid", "final", ""),
  term: fc.constantFrom("fall", ""),
  set: fc.constantFrom("A", ""),
});
const item = fc.record({
  kind: fc.constantFrom("question", "question", "note", "book"),
  options: fc.record<ItemOptions>({
    status: fc.constantFrom(...statuses),
    uploader,
    fields: paper,
  }),
});
const act = fc.oneof(
  fc.record({ act: fc.constant("insert" as const), items: fc.array(item, { minLength: 1, maxLength: 4 }) }),
  fc.record({ act: fc.constant("setStatus" as const), at: fc.nat(), status: fc.constantFrom(...statuses) }),
  fc.record({ act: fc.constant("edit" as const), at: fc.nat(), fields: paper }),
  fc.record({ act: fc.constant("remove" as const), at: fc.nat() }),
  fc.record({ act: fc.constant("forget" as const), person: fc.constantFrom(...PEOPLE) }),
);

type Counts = Record<string, number>;

/** Counts the Approved items of an archive directly, in the form of the derived tables. */
async function counted({ db }: TestArchive): Promise<Record<string, Counts>> {
  const rows = await db.write.selectFrom("resource").selectAll().where("status", "=", "Approved").execute();
  const counts: Record<string, Counts> = { course: {}, courseCell: {}, courseFact: {}, courseShelf: {} };
  const add = (table: string, ...key: unknown[]) => {
    const each = counts[table] as Counts;
    each[key.join(" | ")] = (each[key.join(" | ")] ?? 0) + 1;
  };
  for (const row of rows) {
    const university = row.universityKey ?? "";
    if (row.codeNorm === null && row.subjectKey !== null)
      add("courseShelf", row.kind, university, row.subjectKey);
    if (row.kind !== "question" || row.codeNorm === null) continue;
    const course = [university, row.codeNorm];
    add("course", ...course);
    add("courseCell", ...course, row.year ?? 0, row.examType ?? "", row.term ?? "");
    const facts = {
      code: row.code,
      title: row.subjectKey,
      department: row.departmentKey,
      semester: row.semesterKey,
      contributor: row.uploaderId,
    };
    for (const [fact, value] of Object.entries(facts))
      if (value !== null) add("courseFact", ...course, fact, value);
  }
  return counts;
}

/** The derived tables, without rows for nothing. */
async function stored({ db }: TestArchive): Promise<Record<string, Counts>> {
  const course = ["universityKey", "codeNorm"] as const;
  const tables = {
    course: [...course],
    courseCell: [...course, "year", "examType", "term"],
    courseFact: [...course, "fact", "value"],
    courseShelf: ["kind", "universityKey", "subjectKey"],
  } as const;
  const all: Record<string, Counts> = {};
  for (const [table, key] of Object.entries(tables)) {
    const rows = (await db.write
      .selectFrom(table as "course")
      .selectAll()
      .execute()) as unknown as Record<string, string | number>[];
    const numbers = rows.map((row) => [
      key.map((column) => row[column]).join(" | "),
      Number(row["papers"] ?? row["items"]),
    ]);
    all[table] = Object.fromEntries(numbers.filter(([, n]) => n !== 0));
  }
  return all;
}

/** The numbers of courses and papers of universities and departments, from the derived tables of courses. */
async function countsOfPlaces({ db }: TestArchive): Promise<[stored: Counts, expected: Counts]> {
  const rows = await db.write.selectFrom("courseCount").selectAll().execute();
  const found = rows
    .filter(({ courses, papers }) => courses !== 0 || papers !== 0)
    .map((row) => [`${row.universityKey} | ${row.departmentKey}`, row.courses * 1000 + row.papers] as const);
  const expected: Counts = {};
  const add = (key: string, papers: number) => (expected[key] = (expected[key] ?? 0) + 1000 + papers);
  const positive = <T extends "course" | "courseFact">(table: T) =>
    db.write
      .selectFrom(table as "courseFact")
      .selectAll()
      .where("papers", ">", 0)
      .execute();
  for (const { universityKey, papers } of await positive("course")) add(`${universityKey} | `, papers);
  for (const { universityKey, fact, value, papers } of await positive("courseFact"))
    if (fact === "department") add(`${universityKey} | ${value}`, papers);
  return [Object.fromEntries(found), expected];
}

describe.each(bothEngines)("the tables of courses on %s", (engine) => {
  let archive: TestArchive;
  beforeAll(async () => {
    archive = await openTestArchive(engine);
  });
  afterAll(() => archive.close());

  async function run(step: typeof act extends fc.Arbitrary<infer T> ? T : never): Promise<void> {
    const { write } = archive.db;
    if (step.act === "insert") {
      for (const { kind, options } of step.items) await insertItem(archive, kind, options);
      return;
    }
    if (step.act === "forget") {
      await write
        .updateTable("resource")
        .set({ uploaderId: null })
        .where("uploaderId", "=", step.person)
        .execute();
      return;
    }
    const all = await write.selectFrom("resource").select("id").orderBy("id").execute();
    const { id = "" } = all[step.at % Math.max(1, all.length)] ?? {};
    if (step.act === "remove") await write.deleteFrom("resource").where("id", "=", id).execute();
    if (step.act === "setStatus")
      await write.updateTable("resource").set({ status: step.status }).where("id", "=", id).execute();
    if (step.act === "edit") {
      const row = await createResourcesRepo(archive.db).current(id);
      if (!row) return;
      const kind = kindNamed(row.kind);
      const given = Object.entries(step.fields).filter(([name]) => kind.fields[name]);
      const fields = { [kind.title]: "A title", ...Object.fromEntries(given) };
      const edited = resourceRow(kind, fields, { ...row, status: row.status });
      const columns = Object.fromEntries(facetColumns.map((column) => [column, edited[column]]));
      await write.updateTable("resource").set(columns).where("id", "=", id).execute();
    }
  }

  test("equal a count of the Approved items after any writes", async () => {
    for (const id of PEOPLE) await insertPerson(archive, id.slice(3));
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 20 }), async (steps) => {
        for (const step of steps) await run(step);
        expect(await stored(archive)).toEqual(await counted(archive));
        const [places, expected] = await countsOfPlaces(archive);
        expect(places).toEqual(expected);
      }),
      { numRuns: 6 },
    );
  });

  test("show the corrected spelling of a title and a department, and keep that of the other papers", async () => {
    const fields = { university: "Respelt", code: "RES 1", subject: "DATA STRUCTURES", department: "cse" };
    const id = await insertItem(archive, "question", { fields });
    const other = await insertItem(archive, "question", { fields });
    const { write } = archive.db;
    const spellings = async () => {
      const facts = await write
        .selectFrom("courseFact")
        .select("spelling")
        .where("codeNorm", "=", "RES1")
        .where("fact", "in", ["title", "department"])
        .orderBy("fact")
        .execute();
      const places = await write
        .selectFrom("courseCount")
        .select("department as spelling")
        .where("universityKey", "=", "respelt")
        .where("departmentKey", "<>", "")
        .execute();
      return [...facts, ...places].map(({ spelling }) => spelling);
    };
    const edited = { subject: "Data Structures", department: "CSE" };
    await write.updateTable("resource").set(edited).where("id", "=", id).execute();
    expect(await spellings()).toEqual(["CSE", "Data Structures", "CSE"]);
    await write.updateTable("resource").set({ subject: "data structures" }).where("id", "=", other).execute();
    expect(await spellings()).toEqual(["CSE", "Data Structures", "CSE"]);
  });

  test("keep no id of a person without papers", async () => {
    await insertPerson(archive, "Leaving");
    const id = "id-Leaving";
    const person = { id, displayName: "Leaving", email: "leaving@example.edu" };
    const paperId = await insertItem(archive, "question", { uploader: person });
    const kept = () =>
      archive.db.write.selectFrom("courseFact").selectAll().where("value", "=", id).execute();
    expect(await kept()).toMatchObject([{ fact: "contributor", papers: 1 }]);
    await archive.db.write
      .updateTable("resource")
      .set({ uploaderId: null })
      .where("id", "=", paperId)
      .execute();
    expect(await kept()).toEqual([]);
  });

  test("equal a count after an import of Approved papers", async () => {
    const { actor } = await archive.signUp("Importer", "admin");
    const rows = ["IMP 1", "IMP-1", "IMP 2"].map(
      (code, at) => `question,CSE,Imported,${code},3,2019,BUET,https://example.edu/${at}.pdf,Approved\n`,
    );
    const head = "kind,department,subject,code,semester,year,university,driveLink,status\n";
    const report = await archive.services.transfer.importCsv(actor, source([head, ...rows]));
    expect(report).toMatchObject({ stored: 3, bad: 0 });
    const found = await stored(archive);
    expect(found).toEqual(await counted(archive));
    const buet = "bangladesh university of engineering and technology";
    expect(found["course"]).toMatchObject({ [`${buet} | IMP1`]: 2, [`${buet} | IMP2`]: 1 });
  });

  test("equal a count after one statement that changes many items", async () => {
    await insertItems(archive, "question", [{}, {}, { status: "Pending" }]);
    await archive.db.write.updateTable("resource").set({ status: "Approved", year: 2020 }).execute();
    expect(await stored(archive)).toEqual(await counted(archive));
    await archive.db.write.updateTable("resource").set({ universityKey: "moved" }).execute();
    expect(await stored(archive)).toEqual(await counted(archive));
    await archive.db.write.deleteFrom("resource").execute();
    expect(await stored(archive)).toEqual({ course: {}, courseCell: {}, courseFact: {}, courseShelf: {} });
    expect((await countsOfPlaces(archive))[0]).toEqual({});
  });
});

describe.each(bothEngines)("the migration of courses on %s", (engine) => {
  test("derives the courses of an archive that has items already", async () => {
    const archive = await openTestArchive(engine);
    await emptyAt(archive, "202611251400-photo-prints");
    const papers: ItemOptions[] = [
      { fields: { university: "BUET", code: "CSE 2103", subject: "Data Structures" } },
      { fields: { university: "", code: "cse 2103" } },
      { status: "Pending" },
    ];
    await insertItems(archive, "question", papers, LATER);
    await insertItems(archive, "note", [{ fields: { subject: "Data Structures" } }], LATER);
    expect(await migrate(archive.db)).toContain("202611260900-courses");
    const found = await stored(archive);
    expect(found).toEqual(await counted(archive));
    expect(Object.keys(found["course"] ?? {})).toHaveLength(2);
    const [places, expected] = await countsOfPlaces(archive);
    expect(places).toEqual(expected);
    await archive.close();
  });
});
