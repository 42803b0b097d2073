import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { User } from "../../src/shared/people/policy.ts";
import { listQuerySchema } from "../../src/shared/schemas/list-query.ts";
import { driveLink, insertItem, payloadOf } from "../support/archive/factories.ts";
import { engines, openTestArchive, type TestArchive, VISIT } from "../support/platform/archive.ts";

describe.each(engines)("the term and the set of a question on %s", (engine) => {
  let archive: TestArchive;
  let student: User;
  beforeAll(async () => {
    archive = await openTestArchive(engine);
    student = (await archive.signUp("Rahim")).actor;
    const paper = (term: string, set: string, year = "2022") =>
      insertItem(archive, "question", { fields: { subject: "Optics", code: "PHY 2101", year, term, set } });
    await paper("fall", "A");
    await paper("fall", "B");
    await paper("fall", "A", "2021");
    await paper("spring", "A");
    await insertItem(archive, "question", {
      fields: { subject: "Acoustics", code: "PHY 2107", year: "2018", term: "", set: "12" },
    });
    await insertItem(archive, "question", {
      fields: { subject: "Optics of the eye", code: "PHY 2105", year: "2019", term: "", set: "" },
    });
  });
  afterAll(() => archive.close());

  const found = async (text: string) => {
    const { rows } = await archive.services.search.find(undefined, { text });
    return rows.map(({ term, year, set }) => `${term} ${year} ${set}`).toSorted();
  };

  test.each([
    ["optics fall 2022", ["fall 2022 A", "fall 2022 B"]],
    ["optics autumn '22 set b", ["fall 2022 B"]],
    ["phy2101 set A", ["fall 2021 A", "fall 2022 A", "spring 2022 A"]],
    ["optics b set", ["fall 2022 B"]],
    ["spring", ["spring 2022 A"]],
    ["acoustics set 12", ["null 2018 12"]],
    ["phy2101 fall 21", ["fall 2021 A"]],
  ])("a search for %j finds the papers with this term or set", async (text, expected) =>
    expect(await found(text)).toEqual(expected),
  );

  test("every count beside the filters is the number of items that the filter lists", async () => {
    const { resources } = archive.services;
    for (const chosen of [{}, { term: "fall" }, { set: "A", year: "2022", semester: "3", term: "autumn" }]) {
      const query = listQuerySchema.parse(chosen);
      const facets = await resources.facets(undefined, "question", query);
      expect(facets.term).not.toEqual([]);
      for (const name of ["term", "set"] as const) {
        for (const { value, count } of facets[name] ?? []) {
          const listed = await resources.list(undefined, "question", { ...query, [name]: value });
          expect(listed.count, JSON.stringify({ ...query, [name]: value })).toBe(count);
          expect(listed.rows).toHaveLength(count);
        }
      }
    }
  });

  test("an import accepts a term and a set in any spelling, and reports a set of three letters", async () => {
    const { actor: admin } = await archive.signUp("Admin", "admin");
    const row = (id: string, term: string, set: string) =>
      `${id},question,CSE,Imported,CSE 77,3,2019,${driveLink()},${term},${set}\n`;
    const csv = ["_id,kind,department,subject,code,semester,year,driveLink,Term,SET\n"];
    csv.push(row("i1", "Autumn", "set-b"), row("i2", "শীত", "1"), row("i3", "", "ABC"));
    const source = (async function* () {
      yield Buffer.from(csv.join(""));
    })();
    const report = await archive.services.transfer.importCsv(admin, source);
    expect(report).toMatchObject({ stored: 2, bad: 1 });
    const { rows } = await archive.services.resources.list(admin, "question", { subject: "Imported" });
    expect(rows.map(({ term, set }) => [term, set]).toSorted()).toEqual([
      ["fall", "B"],
      ["winter", "1"],
    ]);
  });

  test("a change to an approved paper waits with its new term and set", async () => {
    const id = await insertItem(archive, "question", {
      uploader: student,
      fields: { term: "fall", set: "A" },
    });
    const input = payloadOf("question", { term: "Winter", set: "set c" });
    await archive.services.resources.edit(student, id, input, VISIT.client);
    const before = await archive.services.resources.get(undefined, "question", id);
    expect(before).toMatchObject({ term: "fall", set: "A" });
    const { fields } = await archive.db.read
      .selectFrom("change")
      .select("fields")
      .where("resourceId", "=", id)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(fields)).toMatchObject({ term: "winter", set: "C" });
  });
});
