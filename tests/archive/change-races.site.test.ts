import { authorize } from "../../src/shared/people/authorize.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createChangesRepo } from "../../src/server/library/changes/changes.repo.ts";
import { NOWHERE, payloadOf } from "../support/archive/factories.ts";
import { bothEngines, TEST_PASSWORD, VISIT } from "../support/platform/archive.ts";
import { type ChangeWorld, openChangeWorld } from "../support/archive/change-world.ts";
import { refusal } from "../support/archive/refusal.ts";

const ROUNDS = 8;
const WAYS = 10;

describe.each(bothEngines)("simultaneous decisions on a change on %s", (engine) => {
  let world: ChangeWorld;
  beforeEach(async () => {
    world = await openChangeWorld(engine);
  });
  afterEach(() => world.archive.close());

  const services = () => world.archive.services;
  /** Finds missing files of items and open changes, and files that nothing uses. */
  async function lost(): Promise<{ missing: string[]; unused: string[] }> {
    const { db, fileStore } = world.archive;
    const kept = await world.rowsOf("file");
    const items = await db.write.selectFrom("resource").select("fileKey").execute();
    const shown = [...items, ...(await world.rowsOf("change"))].flatMap(({ fileKey }) => fileKey ?? []);
    const there = new Set<string>();
    for (const { key, sha256 } of kept) if (await fileStore.has(sha256)) there.add(key);
    return {
      missing: shown.filter((key) => !there.has(key)),
      unused: kept.map(({ key }) => key).filter((key) => !shown.includes(key)),
    };
  }
  const outcomes = (work: Promise<unknown>[]) => Promise.all(work.map(refusal));
  const state = async (id: string) => (await services().resources.get(world.admin, "note", id)).title;

  test("only one decision takes effect if many admins approve and reject a change", async () => {
    const { changes } = services();
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, fileKey } = await world.noteWithFile();
      const key = await world.upload(20 + round);
      await world.edit(world.student, id, { topic: "After", driveLink: undefined, fileKey: key });
      const change = (await world.openChange(id))?.id;
      const decided = await outcomes(
        Array.from({ length: WAYS }, (_, index) =>
          changes.decide(world.admin, { id, change, outcome: index % 2 ? "refused" : "approved" }),
        ),
      );
      expect(decided.filter((code) => code === "done")).toHaveLength(1);
      expect(decided.filter((code) => !/^(?:done|changed_since)/.test(code))).toEqual([]);
      const shown = (await services().resources.get(world.admin, "note", id)).fileKey;
      expect(shown).toBe((await state(id)) === "After" ? key : fileKey);
      expect(await lost()).toEqual({ missing: [], unused: [] });
    }
  });

  test("an approval never applies to a newer edit by the author, and no file is lost", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await world.noteWithFile();
      const [first, second] = [await world.upload(20 + round), await world.upload(120 + round)];
      await world.edit(world.student, id, {
        topic: "First",
        driveLink: undefined,
        fileKey: first,
      });
      const change = (await world.openChange(id))?.id;
      const [approval, sent] = await outcomes([
        world.decide(id, "approved", { change }),
        world.edit(world.student, id, { topic: "Second", driveLink: undefined, fileKey: second }),
      ]);
      const open = await world.openChange(id);
      if (approval === "done" && sent === "done") {
        // The edit was later than the approval, so it is a change to the approved version.
        expect([await state(id), open?.changed.title]).toEqual(["First", "Second"]);
      } else if (approval === "done") {
        expect([sent, await state(id), open]).toEqual([
          expect.stringMatching(/^changed_since/),
          "First",
          undefined,
        ]);
      } else {
        expect([approval, sent]).toEqual([expect.stringMatching(/^changed_since/), "done"]);
        expect([await state(id), open?.changed.title]).toEqual(["With a file", "Second"]);
      }
      const { missing, unused } = await lost();
      expect(missing).toEqual([]);
      // The author can send the file of a refused edit again.
      expect(unused).toEqual(sent === "done" ? [] : [second]);
      await world.archive.db.write
        .deleteFrom("file")
        .where("key", "in", ["", ...unused])
        .execute();
    }
  });

  test("a simultaneous approval and removal of the item leave no change and no unused file", async () => {
    const acts = [
      (id: string) =>
        services().resources.setStatus(world.admin, "note", id, { status: "Cancelled", version: 2 }),
      (id: string) => services().removal.remove(world.admin, { id }),
    ];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await world.noteWithFile();
      const key = await world.upload(20 + round);
      await world.edit(world.student, id, { topic: "After", driveLink: undefined, fileKey: key });
      const isVersioned = round % 2 === 0;
      const act = acts[round % 2] as (typeof acts)[number];
      const [approval, taken] = await outcomes([world.decide(id, "approved"), act(id)]);
      if (isVersioned) expect([approval, taken].filter((code) => code === "done")).toHaveLength(1);
      else expect(taken).toBe("done");
      expect([approval === "done", await state(id)]).toEqual(
        approval === "done" ? [true, "After"] : [false, "With a file"],
      );
      expect(await world.rowsOf("change")).toEqual([]);
      expect(await lost()).toEqual({ missing: [], unused: [] });
    }
  });

  test("decisions and edits apply only to the version that the admin or the author saw", async () => {
    const id = await world.approvedNote("Before");
    await world.edit(world.student, id, { topic: "After" });
    const [change] = await world.rowsOf("change");
    if (!change || !("baseVersion" in change)) throw new Error("The change is missing");
    const repo = createChangesRepo(world.archive.db);
    await world.edit(world.admin, id, { topic: "By an admin" });
    const act = { by: authorize(world.admin, "decide", { ...NOWHERE, uploaderId: null }), at: Date.now() };
    const author = world.student.id;
    const decided = { resourceId: id, id: change.id, version: change.baseVersion };
    expect(await repo.apply(decided, { title: "Overwritten" }, act)).toBeUndefined();
    expect(await repo.store({ ...change, id: "newer" }, { author, replaces: change.id })).toBeUndefined();
    expect(await repo.store({ ...change, baseVersion: 2 }, { author, replaces: "another" })).toBeUndefined();
    expect(await state(id)).toBe("By an admin");
    expect(await world.rowsOf("change")).toEqual([change]);
  });

  test.each<[string, (id: string) => Promise<unknown>]>([
    ["refuses the change", (id) => world.decide(id, "refused")],
    [
      "cancels the item",
      (id) => services().resources.setStatus(world.admin, "note", id, { status: "Cancelled" }),
    ],
    ["approves the change", (id) => world.decide(id, "approved")],
  ])("no deadlock occurs if an admin %s during the author's edit", async (_what, act) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await world.noteWithFile();
      const fileKey = await world.upload(20 + round);
      await world.edit(world.student, id, { driveLink: undefined, fileKey });
      const change = (await world.openChange(id))?.id;
      const typed = { topic: "Again", driveLink: undefined, version: 2, change };
      const codes = await outcomes([act(id), world.edit(world.student, id, typed)]);
      expect(codes.filter((code) => !/^(?:done|forbidden|changed_since)/.test(code))).toEqual([]);
      expect(await lost()).toEqual({ missing: [], unused: [] });
    }
  });

  test("either an approval or another admin's edit of the item succeeds, but not both", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await world.noteWithFile();
      const fileKey = await world.upload(20 + round);
      await world.edit(world.student, id, { topic: "After", driveLink: undefined, fileKey });
      const edit = world.edit(world.admin, id, { topic: "By an admin", driveLink: undefined, version: 2 });
      const codes = await outcomes([world.decide(id, "approved"), edit]);
      expect(codes.toSorted()).toEqual(["changed_since 3", "done"]);
      expect(await state(id)).toBe(codes[0] === "done" ? "After" : "By an admin");
      expect(await lost()).toEqual({ missing: [], unused: [] });
    }
  });

  test("only one of several simultaneous changes and contributions gets the same file", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const ids = [await world.approvedNote("One"), await world.approvedNote("Two")];
      const fileKey = await world.upload(20 + round);
      const input = { driveLink: undefined, fileKey };
      const taken = await outcomes([
        ...ids.map((id) => world.edit(world.student, id, input)),
        services().resources.create(world.student, "note", payloadOf("note", input), VISIT.client),
      ]);
      expect(taken.filter((code) => code === "done")).toHaveLength(1);
      expect(await lost()).toEqual({ missing: [], unused: [] });
    }
  });

  test("a decision while the author deletes their account leaves no change and loses no file", async () => {
    const { deletion } = services();
    for (let round = 0; round < 4; round += 1) {
      const author = await world.person(`Leaver${round}`);
      const made = await world.upload(20 + round, author);
      const input = payloadOf("note", { driveLink: undefined, fileKey: made });
      const id = await services().resources.create(author, "note", input, VISIT.client);
      await services().resources.setStatus(world.admin, "note", id, { status: "Approved" });
      const key = await world.upload(60 + round, author);
      await world.edit(author, id, { topic: "After", driveLink: undefined, fileKey: key });
      const contributions = round % 2 ? "keep" : "remove";
      const [, left] = await outcomes([
        world.decide(id, "approved"),
        deletion.deleteAccount(author, { contributions, passwordNow: TEST_PASSWORD }, VISIT),
      ]);
      expect(left).toBe("done");
      expect(await world.rowsOf("change")).toEqual([]);
      expect(await lost()).toEqual({ missing: [], unused: [] });
    }
  });
});
