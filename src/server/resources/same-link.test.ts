import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { driveLink, insertItem, payloadOf } from "../../../tests/factories.ts";
import { engines, openTestArchive, type TestArchive, VISIT } from "../../../tests/support/archive.ts";
import { driveSpellings, ID } from "../../../tests/support/link-spellings.ts";
import type { User } from "../../shared/policy.ts";
import { up } from "../db/migrations/202611210510-link-key.ts";

describe.each(engines)("a link that is in the archive already, on %s", (engine) => {
  let archive: TestArchive;
  let owner: User;
  let other: User;
  let admin: User;
  beforeEach(async () => {
    archive = await openTestArchive(engine);
    owner = (await archive.signUp("Owner")).actor;
    other = (await archive.signUp("Other")).actor;
    admin = (await archive.signUp("Admin", "admin")).actor;
  });
  afterEach(() => archive.close());

  const sameLink = (actor: User | undefined, link: string) =>
    archive.services.resources.sameLink(actor, link);
  const insert = (status: "Approved" | "Pending" | "Cancelled", link: string, kind = "note") =>
    insertItem(archive, kind, { status, uploader: owner, fields: { driveLink: link } });

  test("is found in every shape of it", async () => {
    const id = await insert("Approved", `https://drive.google.com/file/d/${ID}/view`);
    const shapes = driveSpellings.filter(([, , named = ID]) => named === ID).map(([link]) => link);
    expect(shapes.length).toBeGreaterThan(60);
    for (const shape of shapes) expect((await sameLink(other, shape))?.row?.id).toBe(id);
    expect(await sameLink(other, driveLink())).toBeUndefined();
    for (const none of ["", "javascript:alert(1)", `drive:${ID}`, "https://localhost/"])
      expect(await sameLink(other, none)).toBeUndefined();
  });

  test("of an item that awaits moderation tells its owner and admins what it is, others only that it waits", async () => {
    const link = driveLink();
    const id = await insert("Pending", link);
    expect(await sameLink(other, link)).toEqual({ row: undefined, awaits: true });
    expect(await sameLink(owner, link)).toMatchObject({ row: { id }, awaits: false });
    expect(await sameLink(admin, link)).toMatchObject({ row: { id }, awaits: false });
    await expect(sameLink(undefined, link)).rejects.toMatchObject({ code: "sign_in_required" });
  });

  test("of a Cancelled item is none, and an Approved one comes before one's own that waits", async () => {
    const link = driveLink();
    await insert("Cancelled", link);
    for (const actor of [owner, other, admin]) expect(await sameLink(actor, link)).toBeUndefined();
    await insert("Pending", link);
    const approved = await insert("Approved", link, "book");
    expect(await sameLink(owner, link)).toMatchObject({ row: { id: approved }, awaits: false });
    expect(await sameLink(other, link)).toMatchObject({ row: { id: approved }, awaits: true });
  });

  test("is no obstacle to the call, and the queue shows both to the moderator", async () => {
    const link = driveLink();
    const approved = await insert("Approved", link);
    const create = (actor: User) =>
      archive.services.resources.create(actor, "note", payloadOf("note", { driveLink: link }), VISIT.client);
    const [first, second, alone] = [
      await create(owner),
      await create(other),
      await insert("Pending", driveLink()),
    ];
    await insert("Cancelled", link);
    const { same } = await archive.services.overview.queue(admin);
    const ids = Object.fromEntries(Object.entries(same).map(([id, rows]) => [id, rows.map((row) => row.id)]));
    expect(ids).toEqual({ [first]: [approved, second], [second]: [approved, first], [alone]: [] });
  });

  test("from before the newest shapes is known by its file, after the migration", async () => {
    const ids = [];
    for (let index = 0; index < 1_001; index += 1) ids.push(`link-${String(index).padStart(4, "0")}`);
    const keyOf = (id: string) => `drive:${`1Drive${id}`.padEnd(33, "x")}`;
    const [row] = await archive.db.read
      .selectFrom("resource")
      .selectAll()
      .where("id", "=", await insert("Approved", driveLink()))
      .execute();
    const old = ids.map((id) => {
      const link = `https://drive.usercontent.google.com/download?id=${keyOf(id).slice(6)}`;
      return { ...row!, id, link, linkKey: link };
    });
    const blog = await insertItem(archive, "blog");
    await archive.db.write.transaction().execute(async (trx) => {
      for (const one of old) await trx.insertInto("resource").values(one).execute();
      await up(trx as never);
    });
    const keys = await archive.db.read.selectFrom("resource").select(["id", "linkKey"]).execute();
    const found = new Map(keys.map(({ id, linkKey }) => [id, linkKey]));
    expect(ids.filter((id) => found.get(id) !== keyOf(id))).toEqual([]);
    expect(found.get(row!.id)).toBe(row!.linkKey);
    expect(found.get(blog)).toBeNull();
  });
});
