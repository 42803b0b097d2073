import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { universityId } from "../../src/shared/courses/universities.ts";
import type { User } from "../../src/shared/people/policy.ts";
import { insertItem, insertItems, payloadOf } from "../support/archive/factories.ts";
import { bothEngines, openTestArchive, type TestArchive, VISIT } from "../support/platform/archive.ts";

const BUET = "Bangladesh University of Engineering and Technology";
const DHAKA = "University of Dhaka";

describe.each(bothEngines)("the table of universities on %s", (engine) => {
  let archive: TestArchive;
  /** How far the clock is ahead, in ms. */
  let skew = 0;
  let admin: User;
  let student: User;

  beforeEach(async () => {
    skew = 0;
    archive = await openTestArchive(engine, { clock: () => Date.now() + skew });
    admin = (await archive.signUp("Admin", "admin")).actor;
    student = (await archive.signUp("Student")).actor;
  });
  afterEach(() => archive.close());

  const universities = () => archive.services.universities;
  const contribute = (university: string, kind = "question") =>
    archive.services.resources.create(student, kind, payloadOf(kind, { university }), VISIT.client);
  /** Inserts an item as the earlier release does: with the typed name. */
  const earlier = async (university: string) => {
    const id = await insertItem(archive, "question", { fields: { university } });
    const columns = { university, universityKey: university.toLowerCase(), searchText: " 2019 " };
    await archive.db.write.updateTable("resource").set(columns).where("id", "=", id).execute();
    return id;
  };
  const stored = (id: string) =>
    archive.db.read
      .selectFrom("resource")
      .select(["university", "universityKey", "searchText", "version"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
  const counts = async () => {
    const { university = [] } = await archive.services.resources.facets(admin, "question", {});
    return Object.fromEntries(university.map(({ value, count }) => [value, count]));
  };
  const found = async (text: string) =>
    (await archive.services.search.find(admin, { text })).rows.map(({ id }) => id);
  const listed = async (name: string) => {
    const one = (await universities().list(admin)).find((university) => university.name === name);
    if (!one) throw new Error(`${name} is not listed`);
    return one;
  };
  const saved = async (name: string, changes: Record<string, string>) => {
    const { id, banglaName, otherNames, updatedAt } = await listed(name);
    const input = { id, name, banglaName, otherNames: otherNames.join("\n"), updatedAt: String(updatedAt) };
    await universities().save(admin, { ...input, ...changes });
  };

  test.each([
    "BUET",
    "buet ",
    "B.U.E.T.",
    "বুয়েট",
    BUET.toLowerCase(),
    BUET.replace("and", "&"),
    "বাংলাদেশ প্রকৌশল বিশ্ববিদ্যালয়",
  ])("stores the university of a contribution that names it %s", async (typed) => {
    const { university, universityKey } = await stored(await contribute(typed));
    expect(university).toBe(BUET);
    expect(universityKey).toBe(universityId(BUET));
  });

  test("counts, filters and finds the items of a university in every spelling", async () => {
    const ids = [];
    for (const name of ["BUET", BUET, "বুয়েট"]) ids.push(await contribute(name));
    await contribute("DU");
    expect(await counts()).toEqual({ [BUET]: 3, [DHAKA]: 1 });
    for (const university of ["buet", BUET, "বুয়েট"]) {
      const { rows, count } = await archive.services.resources.list(admin, "question", { university });
      expect(count).toBe(3);
      expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
      const facets = await archive.services.resources.facets(admin, "question", { university, year: "2019" });
      expect(facets.semester).toEqual([{ value: "3", count: 3 }]);
      const searched = await archive.services.search.inList(admin, {
        kind: "question",
        text: "2019",
        university,
      });
      expect(searched.total).toBe(3);
    }
    expect((await found("buet")).toSorted()).toEqual(ids.toSorted());
    expect((await found("বুয়েট")).toSorted()).toEqual(ids.toSorted());
  });

  test("keeps an unknown name as the person wrote it, and lists it for admins", async () => {
    const id = await contribute("Sample Hill University");
    await contribute("Sample Hill University");
    await contribute("sample-hill university");
    expect((await stored(id)).university).toBe("Sample Hill University");
    await universities().reconcile();
    expect(await listed("Sample Hill University")).toMatchObject({ isConfirmed: false, items: 3 });
    expect(await counts()).toEqual({ "Sample Hill University": 3 });
    expect(await contribute("SAMPLE HILL UNIVERSITY").then(stored)).toMatchObject({
      university: "Sample Hill University",
    });
    expect((await universities().known()).map(({ name }) => name)).not.toContain("Sample Hill University");
  });

  test("maps the names of items that an earlier release wrote", async () => {
    const [one, other, third] = [
      await earlier("buet"),
      await earlier("Dhaka University"),
      await earlier(DHAKA),
    ];
    const { version } = await stored(one);
    await universities().reconcile();
    expect(await stored(one)).toMatchObject({ university: BUET, universityKey: universityId(BUET), version });
    expect(await counts()).toEqual({ [BUET]: 1, [DHAKA]: 2 });
    // The item had the name already, and lacked the short names among its search words.
    expect((await found("ঢাবি")).toSorted()).toEqual([other, third].toSorted());
    await earlier("Du");
    await universities().reconcile();
    expect(await counts()).toEqual({ [BUET]: 1, [DHAKA]: 3 });
  });

  test("an admin renames an unknown university, and its items follow", async () => {
    const id = await contribute("Smpl Hill Unvrsity");
    await universities().reconcile();
    await saved("Smpl Hill Unvrsity", {
      name: "Sample Hill University",
      otherNames: "SHU\nসাহিবি",
      banglaName: "নমুনা পাহাড় বিশ্ববিদ্যালয়",
    });
    expect(await stored(id)).toMatchObject({
      university: "Sample Hill University",
      universityKey: "sample hill university",
    });
    expect(await counts()).toEqual({ "Sample Hill University": 1 });
    expect(await found("shu")).toEqual([id]);
    expect(await found("পাহাড়")).toEqual([id]);
    const { isConfirmed, otherNames } = await listed("Sample Hill University");
    expect(isConfirmed).toBe(true);
    expect(otherNames).toEqual(["SHU", "সাহিবি", "Smpl Hill Unvrsity"]);
    expect((await stored(await contribute("smpl hill unvrsity"))).university).toBe("Sample Hill University");
    const { entries } = await archive.services.audit.list(admin);
    const names = { name: "Smpl Hill Unvrsity", into: "Sample Hill University" };
    expect(entries).toContainEqual(expect.objectContaining({ action: "saveUniversity", names }));
  });

  test("a merge moves all items, their totals and search words to the other university", async () => {
    const ids = await insertItems(
      archive,
      "question",
      Array.from({ length: 230 }, () => ({ fields: { university: "Dacca Univ" } })),
    );
    await contribute("DU");
    await universities().reconcile();
    expect(await counts()).toEqual({ "Dacca Univ": 230, [DHAKA]: 1 });
    const { id } = await listed("Dacca Univ");
    expect(await universities().merge(admin, { id, into: "du" })).toBe(DHAKA);
    expect(await counts()).toEqual({ [DHAKA]: 231 });
    expect(
      (await archive.services.resources.list(admin, "question", { university: "dacca univ" })).count,
    ).toBe(231);
    expect((await stored(ids[229] as string)).searchText).toContain(" du ");
    expect((await listed(DHAKA)).otherNames).toContain("Dacca Univ");
    await expect(listed("Dacca Univ")).rejects.toThrow("is not listed");
  });

  test("a new short name finds the items that are already there", async () => {
    const id = await contribute(BUET);
    await saved(BUET, { otherNames: "BUET\nBanglaTech" });
    expect(await found("banglatech")).toEqual([id]);
    expect((await stored(await contribute("banglatech"))).university).toBe(BUET);
  });

  test("an import, an approved change and a rebuilt index use the names of the table, too", async () => {
    const { transfer, changes, searchRebuild, resources } = archive.services;
    const fields = payloadOf("note", { university: "buet" });
    const csv = `${Object.keys(fields).join(",")}\n${Object.values(fields).join(",")}\n`;
    const rows = (async function* () {
      yield csv;
    })();
    expect(await transfer.importCsv(student, rows, { kind: "note" })).toMatchObject({ stored: 1, bad: 0 });
    const { id } = await archive.db.read.selectFrom("resource").select("id").executeTakeFirstOrThrow();
    expect((await stored(id)).university).toBe(BUET);

    await resources.setStatus(admin, "note", id, { status: "Approved" });
    await resources.edit(student, id, { ...fields, university: "du" }, VISIT.client);
    const { change } = await changes.find(admin, id);
    await changes.decide(admin, { id, change: change?.id, outcome: "approved" });
    expect((await stored(id)).university).toBe(DHAKA);
    expect(await found("ঢাবি")).toEqual([id]);
    expect(await found("buet")).toEqual([]);

    await searchRebuild.order({ again: true });
    await searchRebuild.run();
    expect(await found("ঢাবি")).toEqual([id]);
  });

  test("refuses a name of another university, an unknown target, a merge with itself, and an old form", async () => {
    const problems = async (act: Promise<unknown>) =>
      act.then(
        () => undefined,
        (error: { code: string; fields?: Record<string, unknown> }) => error.fields ?? error.code,
      );
    const input = { name: "New", banglaName: "", otherNames: "du" };
    expect(await problems(universities().add(admin, input))).toEqual({
      otherNames: { code: "nameTaken", param: DHAKA },
    });
    const { id, updatedAt } = await listed(DHAKA);
    expect(await problems(universities().merge(admin, { id, into: "nowhere" }))).toEqual({
      into: { code: "noUniversity" },
    });
    expect(await problems(universities().merge(admin, { id, into: "DU" }))).toEqual({
      into: { code: "sameUniversity" },
    });
    expect(await problems(universities().merge(admin, { id: "gone", into: "DU" }))).toBe("not_found");
    await saved(DHAKA, { otherNames: "DU" });
    const old = { id, updatedAt: String(updatedAt), name: DHAKA, banglaName: "", otherNames: "" };
    expect(await problems(universities().save(admin, old))).toBe("changed_since");
  });

  test("a renamed or merged university takes its moderators along", async () => {
    const { email } = student;
    const grant = { email, areas: [{ university: BUET }, { university: DHAKA }] };
    await archive.services.people.grantModerator(admin, grant);
    const areas = async () =>
      (await archive.services.people.moderators(admin)).flatMap((one) =>
        one.areas.map(({ university }) => university),
      );
    await saved(BUET, { name: "New BUET" });
    expect((await areas()).toSorted()).toEqual(["New BUET", DHAKA]);
    const { id } = await listed("New BUET");
    await universities().merge(admin, { id, into: DHAKA });
    expect(await areas()).toEqual([DHAKA]);
  });

  test("an unconfirmed name without items disappears", async () => {
    const id = await insertItem(archive, "note", { fields: { university: "Gone University" } });
    await universities().reconcile();
    await listed("Gone University");
    await archive.db.write.deleteFrom("resource").where("id", "=", id).execute();
    await universities().reconcile();
    await listed("Gone University");
    skew = 120_000;
    await universities().reconcile();
    await expect(listed("Gone University")).rejects.toThrow("is not listed");
  });

  test("a draft with another spelling is the same exam as a paper of the university", async () => {
    const sitting = { code: "CSE 2103", year: "2019", semester: "3", examType: "final", university: "BUET" };
    const id = await contribute("BUET").then(() => contribute("buet"));
    await archive.services.resources.setStatus(admin, "question", id, { status: "Approved" });
    const row = await archive.db.read
      .selectFrom("resource")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const draft = {
      ...sitting,
      code: row.code as string,
      examType: row.examType as string,
      term: row.term as string,
      set: row.set as string,
    };
    const { items } = await archive.services.duplicates.find(student, "question", {
      ...draft,
      university: "বুয়েট",
    });
    expect(items.map((item) => item.row.id)).toContain(id);
  });
});
