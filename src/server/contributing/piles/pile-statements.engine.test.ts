import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  bothEngines,
  openTestArchive,
  type TestArchive,
} from "../../../../tests/support/platform/archive.ts";
import { openCounted } from "../../../../tests/support/platform/counted.ts";
import type { User } from "../../../shared/people/policy.ts";

const linksOf = (count: number, name: string) =>
  Array.from({ length: count }, (_, at) => `https://example.edu/${name}/${at}.pdf`).join("\n");
/** The statements that search the archive for duplicates. */
const searches = (statements: string[]) => statements.filter((sql) => /from "?resource"?/i.test(sql));
const locks = (statements: string[]) => statements.filter((sql) => / for update/i.test(sql));

describe.each(bothEngines)("the statements of piles on %s", (engine) => {
  let archive: TestArchive;
  let counted: ReturnType<typeof openCounted>;
  let student: User;
  let id: string;

  beforeEach(async () => {
    archive = await openTestArchive(engine);
    counted = openCounted(archive);
    student = (await archive.signUp("Student")).actor;
    id = await archive.services.piles.create(student);
  });
  afterEach(async () => {
    await counted.close();
    await archive.close();
  });

  const piles = () => counted.services.piles;
  const statementsOf = (work: () => Promise<unknown>) => counted.statementsOf(work);
  const add = (links: string) => statementsOf(() => piles().addLinks(student, id, { links }));

  test("links that the pile has already are not searched in the archive, and lock nothing", async () => {
    await add(linksOf(50, "known"));
    const few = await add(linksOf(1, "known"));
    const many = await add(linksOf(50, "known"));
    expect(many).toHaveLength(few.length);
    expect(searches(many)).toEqual([]);
    expect(locks(many).filter((sql) => sql.includes('"pile"'))).toEqual([]);
  });

  test("100 new links need as many statements as one", async () => {
    const one = await add(linksOf(1, "first"));
    expect(await add(linksOf(100, "second"))).toHaveLength(one.length);
  });

  test("links for a full pile are refused before they are searched", async () => {
    await add(linksOf(500, "full"));
    const late = await statementsOf(() =>
      expect(piles().addLinks(student, id, { links: linksOf(100, "late") })).rejects.toMatchObject({
        fields: { fileKey: { code: "pileFull" } },
      }),
    );
    expect(searches(late)).toEqual([]);
  });

  test("a link that a call names many times is searched once, and a line that is no link is refused once", async () => {
    const once = await add("https://example.edu/once.pdf");
    const often = await add(Array.from({ length: 100 }, () => "https://example.edu/often.pdf").join("\n"));
    expect(often).toHaveLength(once.length);
    const bad = Array.from({ length: 400 }, () => "x".repeat(2_000)).join("\n");
    expect(await piles().addLinks(student, id, { links: bad })).toEqual({ added: 1, refused: 1, known: 399 });
    expect(await piles().addLinks(student, id, { links: bad })).toEqual({ added: 0, refused: 0, known: 400 });
  });

  test("a change of all rows needs as many statements for 200 rows as for one, and none writes if nothing changes", async () => {
    const set = (code: string) =>
      statementsOf(() => piles().setRows(student, id, { rows: "all", values: { code } }));
    await add(linksOf(1, "rows"));
    const one = await set("CSE 2101");
    await add(linksOf(200, "rows"));
    expect(await set("CSE 2103")).toHaveLength(one.length);
    const { rows } = await piles().get(student, id, { size: 500 });
    expect(new Set(rows.map(({ fields }) => fields["code"]?.value))).toEqual(new Set(["CSE 2103"]));
    const again = await set("CSE 2103");
    expect(again.filter((sql) => sql.startsWith('update "pileRow"'))).toEqual([]);
    expect(locks(again).filter((sql) => sql.includes('"pile"'))).toEqual([]);
    expect((await piles().get(student, id, { size: 500 })).rows).toEqual(rows);
  });

  test("the same answers, sends and removals once more don't lock the pile", async () => {
    await add(linksOf(3, "again"));
    const ids = (await piles().get(student, id)).rows.map((row) => row.id);
    const values = { department: "CSE", subject: "Structures", code: "CSE 2103", year: "2019" };
    await piles().setRows(student, id, { rows: "all", values });
    const works = [
      () => piles().answer(student, id, { values: { year: "2020" } }),
      () => piles().send(student, id, { rows: ids }),
      () => piles().removeRows(student, id, { rows: ids }),
    ];
    for (const work of works) {
      await work();
      const again = await statementsOf(work);
      expect(again.filter((sql) => /^update "(?:pile|pileRow)"|^delete from "pileRow"/.test(sql))).toEqual(
        [],
      );
      expect(locks(again).filter((sql) => sql.includes('"pile"'))).toEqual([]);
    }
    expect((await piles().get(student, id)).rows).toEqual([]);
  });

  test("a call that sends no row now reads no rows", async () => {
    await add(linksOf(3, "rest"));
    const sent = await statementsOf(() => piles().send(student, id, { rows: [], rest: true }));
    expect(sent.filter((sql) => /from "pileRow"/.test(sql))).toEqual([]);
  });
});
