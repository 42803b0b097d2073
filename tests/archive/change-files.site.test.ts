import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { THUMBNAIL } from "../../src/shared/files/files.ts";
import { driveLink, payloadOf, PNG } from "../support/archive/factories.ts";
import { engines, TEST_PASSWORD, VISIT } from "../support/platform/archive.ts";
import { type ChangeWorld, openChangeWorld } from "../support/archive/change-world.ts";
import { refusal } from "../support/archive/refusal.ts";
import { photo } from "../support/files/photo.ts";

const { client } = VISIT;

describe.each(engines)("the file of a change on %s", (engine) => {
  let world: ChangeWorld;
  beforeEach(async () => {
    world = await openChangeWorld(engine);
  });
  afterEach(() => world.archive.close());

  const services = () => world.archive.services;

  test("opens only for its author and admins, and no other item can use it", async () => {
    const { id } = await world.noteWithFile();
    const key = await world.upload();
    await world.edit(world.student, id, { driveLink: undefined, fileKey: key });
    for (const path of [
      `/files/${key}`,
      `/files/${key}/pages/1`,
      `/files/${key}/pages/1?width=${THUMBNAIL}`,
    ]) {
      for (const reader of [world.visitor, world.other])
        expect((await reader.get(path)).status, path).toBe(404);
      for (const reader of [world.student, world.admin])
        expect((await reader.get(path)).status, path).not.toBe(404);
    }
    const input = payloadOf("note", { driveLink: undefined, fileKey: key });
    expect(await refusal(services().resources.create(world.student, "note", input, client))).toBe(
      "invalid_input",
    );
    const another = await world.approvedNote("Another");
    expect(await refusal(world.edit(world.student, another, { driveLink: undefined, fileKey: key }))).toBe(
      "invalid_input",
    );
    expect(await services().files.sweep()).toEqual({ files: 0, bytes: 0 });
    await world.archive.db.write.updateTable("file").set({ createdAt: 1 }).execute();
    expect(await services().files.sweep()).toEqual({ files: 0, bytes: 0 });
    expect((await world.student.get(`/files/${key}`)).status).toBe(200);
  });

  test("is deleted when an admin rejects the change, or when its author withdraws the change or sends a new file", async () => {
    const { id, fileKey } = await world.noteWithFile();
    const first = await world.upload(50);
    await world.edit(world.student, id, { driveLink: undefined, fileKey: first });
    const second = await world.upload(60);
    await world.edit(world.student, id, { driveLink: undefined, fileKey: second });
    expect((await world.rowsOf("file")).map(({ key }) => key).toSorted()).toEqual(
      [fileKey, second].toSorted(),
    );
    // A newer edit without a file keeps the change's file.
    await world.edit(world.student, id, { topic: "Named", driveLink: undefined });
    expect(await world.rowsOf("change")).toMatchObject([{ fileKey: second }]);
    await world.decide(id, "refused");
    expect(await world.rowsOf("file")).toMatchObject([{ key: fileKey }]);

    const third = await world.upload(70);
    await world.edit(world.student, id, { driveLink: undefined, fileKey: third });
    const { sha256 } = await services().files.get(world.student, third);
    const change = (await world.openChange(id))?.id;
    const { changes } = services();
    expect(await refusal(changes.withdraw(world.other, { id, change }))).toBe("not_found");
    expect((await changes.withdraw(world.student, { id, change })).modified).toBe(true);
    expect((await changes.withdraw(world.student, { id, change })).modified).toBe(false);
    expect(await world.rowsOf("file")).toMatchObject([{ key: fileKey }]);
    expect(await world.archive.fileStore.has(sha256)).toBe(false);
  });

  test("replaces the item's file when an admin approves the change", async () => {
    const { id, fileKey } = await world.noteWithFile();
    const key = await world.upload();
    await world.edit(world.student, id, { driveLink: undefined, fileKey: key });
    await world.decide(id, "approved");
    expect((await world.noteAs(world.visitor, id)).driveLink).toContain(`/files/${key}/`);
    expect((await world.visitor.get(`/files/${fileKey}`)).status).toBe(404);
    expect((await world.visitor.get(`/files/${key}/pages/1`)).status).toBe(200);
    expect(await world.rowsOf("file")).toMatchObject([{ key }]);
  });

  test("is not stored if the change keeps the item's current file or adds a link", async () => {
    const { id } = await world.noteWithFile();
    await world.edit(world.student, id, { topic: "Renamed", driveLink: undefined });
    const newer = await world.upload(80, world.admin);
    await world.edit(world.admin, id, { driveLink: undefined, fileKey: newer });
    await world.decide(id, "approved", { version: 3 });
    expect(await world.noteAs(world.visitor, id)).toMatchObject({
      topic: "Renamed",
      driveLink: expect.stringContaining(newer),
    });
    const link = driveLink();
    await world.edit(world.student, id, { driveLink: link });
    await world.decide(id, "approved");
    expect((await world.noteAs(world.visitor, id)).driveLink).toBe(link);
    expect(await world.rowsOf("file")).toEqual([]);
  });

  test("is a cover image if the item is a blog, and a change without an image keeps the blog's cover", async () => {
    const input = payloadOf("blog", { blogImg: PNG });
    const id = await services().resources.create(world.student, "blog", input, client);
    await services().resources.setStatus(world.admin, "blog", id, { status: "Approved" });
    const coverOf = async () => (await world.visitor.get(`/api/blog/${id}`)).body.blogImg as string;
    const first = await coverOf();
    const { blogImg: _none, ...text } = payloadOf("blog", { topic: "Better" });
    await services().resources.edit(world.student, id, text, client);
    await world.decide(id, "approved");
    expect(await coverOf()).toBe(first);

    const other = `data:image/jpeg;base64,${Buffer.from(await photo(90)).toString("base64")}`;
    await services().resources.edit(world.student, id, { ...text, blogImg: other }, client);
    const waiting = (await world.openChange(id))?.changed.fileKey;
    expect((await world.visitor.get(`/files/${waiting}`)).status).toBe(404);
    expect((await world.student.get(`/files/${waiting}`)).status).toBe(200);
    await world.decide(id, "approved");
    expect(await coverOf()).toContain(waiting);
    expect(await world.rowsOf("file")).toMatchObject([{ key: waiting }]);
  });

  test.each(["keep", "remove"])(
    "is removed with its author's account if the author chooses to %s their contributions",
    async (contributions) => {
      const { id } = await world.noteWithFile();
      const key = await world.upload();
      await world.edit(world.student, id, { driveLink: undefined, fileKey: key });
      const input = { contributions, passwordNow: TEST_PASSWORD };
      await services().deletion.deleteAccount(world.student, input, VISIT);
      expect(await world.rowsOf("change")).toEqual([]);
      expect((await world.rowsOf("file")).map((file) => file.key)).not.toContain(key);
    },
  );
});
