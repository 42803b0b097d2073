import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type CopyWorld,
  openCopyWorld,
  otherPaper,
  PAPER,
} from "../../../../tests/support/archive/copy-world.ts";
import { sendFile } from "../../../../tests/support/archive/drive-site.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import type { User } from "../../../shared/people/policy.ts";
import { itemFields } from "../items/resource-row.ts";
import { presentItem } from "../items/resources.present.ts";
import { engines, TEST_PASSWORD, VISIT } from "../../../../tests/support/platform/archive.ts";

describe.each(engines)("edits and removals of items with a copy on %s", (engine) => {
  let world: CopyWorld;
  beforeEach(async () => {
    world = await openCopyWorld(engine);
  });
  afterEach(() => world.close());

  test("an edit that keeps the Drive file keeps the copy, and an edit with another link replaces it", async () => {
    const { itemId, link, id } = await world.copied();
    const { fileKey } = await world.row(itemId);
    await world.edit(itemId, { driveLink: `https://drive.google.com/open?id=${id}` });
    expect((await world.row(itemId)).fileKey).toBe(fileKey);
    expect(await world.copyJobs()).toEqual([]);
    const next = world.newLink();
    world.site.serve(next.id, otherPaper("Next"));
    await world.edit(itemId, { driveLink: next.link });
    expect(await world.row(itemId)).toMatchObject({ link: next.link, fileKey: null });
    expect(await world.state(itemId)).toEqual({ state: "waiting", problem: undefined });
    await world.runner.drain();
    const row = await world.row(itemId);
    expect(row.fileKey).not.toBe(fileKey);
    expect((await world.files()).map(({ key }) => key)).toEqual([row.fileKey]);
    expect(link).not.toBe(next.link);
  });

  test("an uploaded file replaces the link and its copy", async () => {
    const { itemId } = await world.copied();
    const { key } = await world.archive.services.files.accept(world.student, otherPaper("Own"), "own.pdf");
    await world.edit(itemId, { driveLink: undefined, fileKey: key });
    expect(await world.row(itemId)).toMatchObject({ link: null, fileKey: key });
    expect((await world.files()).map((file) => file.key)).toEqual([key]);
    expect(await world.state(itemId)).toBeUndefined();
  });

  test("a change of an approved item gets its copy when an admin approves it", async () => {
    const { itemId } = await world.copied();
    await world.approve(itemId);
    const { fileKey } = await world.row(itemId);
    const next = world.newLink();
    world.site.serve(next.id, otherPaper("Next"));
    await world.edit(itemId, { driveLink: next.link });
    expect((await world.row(itemId)).fileKey).toBe(fileKey);
    expect(await world.copyJobs()).toEqual([]);
    const { changes } = world.archive.services;
    const { change } = await changes.find(world.admin, itemId);
    await changes.decide(world.admin, { id: itemId, change: change?.id, outcome: "approved" });
    expect((await world.row(itemId)).fileKey).toBeNull();
    await world.runner.drain();
    const [file, ...others] = await world.files();
    expect(others).toEqual([]);
    expect((await world.row(itemId)).fileKey).toBe(file?.key);
  });

  test("a change of the title keeps the copy, and is no change of the file", async () => {
    const { itemId, link } = await world.copied();
    await world.approve(itemId);
    const { fileKey } = await world.row(itemId);
    await world.edit(itemId, { driveLink: link, topic: "Another topic" });
    const { changes } = world.archive.services;
    const { change } = await changes.find(world.admin, itemId);
    expect(change?.changed).toMatchObject({ title: "Another topic", fileKey, filePages: 1 });
    await changes.decide(world.admin, { id: itemId, change: change?.id, outcome: "approved" });
    expect(await world.row(itemId)).toMatchObject({ title: "Another topic", fileKey });
  });

  test("saving an approved item without a change lets its failed copy run again", async () => {
    const { itemId, link, id } = await world.copied(Buffer.from("no paper"));
    await world.approve(itemId);
    await world.runner.drain();
    expect(await world.state(itemId)).toEqual({ state: "failed", problem: "file_wrong_type" });
    world.site.serve(id, PAPER);
    const same = itemFields(kindNamed("note"), await world.row(itemId));
    expect(same["driveLink"]).toBe(link);
    const saved = await world.edit(itemId, same);
    expect(saved.hasChange).toBe(0);
    await world.runner.drain();
    expect(await world.state(itemId)).toMatchObject({ state: "copied" });
    // With an open change, saving the approved version closes the change and plans the copy, too.
    const next = await world.copied(Buffer.from("no paper"));
    await world.approve(next.itemId);
    await world.runner.drain();
    const approved = itemFields(kindNamed("note"), await world.row(next.itemId));
    await world.edit(next.itemId, { ...approved, topic: "Another topic" });
    world.site.serve(next.id, otherPaper("Next"));
    await world.edit(next.itemId, approved);
    await world.runner.drain();
    expect(await world.state(next.itemId)).toMatchObject({ state: "copied" });
  });

  test("a removed item loses its copy, and a restored item gets it again", async () => {
    const { itemId } = await world.copied();
    const { removal } = world.archive.services;
    await removal.remove(world.admin, { id: itemId });
    expect(await world.files()).toEqual([]);
    expect(await world.archive.fileStore.list()[Symbol.asyncIterator]().next()).toMatchObject({ done: true });
    await removal.restore(world.admin, { id: itemId });
    await world.runner.drain();
    expect((await world.row(itemId)).fileKey).not.toBeNull();
  });

  test("a deleted account leaves the copies of its items, or removes them with the items", async () => {
    const { itemId } = await world.copied();
    const { actor: other, cookie } = await world.archive.signUp("Other");
    const next = world.newLink();
    world.site.serve(next.id, otherPaper("Next"));
    await world.contribute(next.link, other);
    await world.runner.drain();
    const { deletion } = world.archive.services;
    const leave = (actor: User, header: string, contributions: "keep" | "remove") =>
      deletion.deleteAccount(
        actor,
        { contributions, passwordNow: TEST_PASSWORD },
        { ...VISIT, headers: new Headers({ cookie: header }) },
      );
    await leave(other, cookie, "remove");
    const [file, ...others] = await world.files();
    expect(others).toEqual([]);
    await leave(world.student, world.cookies.student, "keep");
    expect((await world.row(itemId)).fileKey).toBe(file?.key);
    expect(await world.files()).toHaveLength(1);
  });

  test("the API and an export still have the link of an item with a copy", async () => {
    const { itemId, link } = await world.copied();
    await world.approve(itemId);
    const row = await world.row(itemId);
    const { origin, services } = world.archive;
    const item = presentItem(row, { actor: undefined, origin, emails: "forOwners" });
    expect(item.fields["driveLink"]).toBe(link);
    expect(item.sourceUrl).toBe(link);
    expect(item.downloadUrl).toContain(`/files/${row.fileKey}/`);
    const csv = (await Array.fromAsync(services.transfer.exportCsv(world.admin, { kind: "note" }))).join("");
    expect(csv).toContain(link);
    expect(csv).not.toContain("/files/");
  });

  test("an accepted copyright claim removes the copy", async () => {
    const { itemId } = await world.copied();
    await world.approve(itemId);
    const claim = {
      item: `${world.archive.origin}/note-details/${itemId}`,
      name: "Owner",
      email: "owner@example.edu",
      work: "My own notes about amortisation",
      goodFaith: "yes",
      signature: "Owner",
    };
    await world.archive.services.takedowns.claim(claim, VISIT.client);
    const [open] = await world.archive.services.takedowns.list(world.admin);
    const decided = { id: open?.claim.id, outcome: "accepted", note: "Theirs" };
    await world.archive.services.takedowns.decide(world.admin, decided);
    expect(await world.files()).toEqual([]);
  });

  describe("an item that changes while its file is fetched", () => {
    /** Starts a download that waits for `finish`. */
    async function downloading() {
      const { link, id } = world.newLink();
      const asked = Promise.withResolvers<void>();
      const finished = Promise.withResolvers<void>();
      world.site.on(id, async (_request, response) => {
        asked.resolve();
        await finished.promise;
        sendFile(response, PAPER);
      });
      const itemId = await world.contribute(link);
      const drained = world.runner.drain();
      await asked.promise;
      return {
        itemId,
        async finish(): Promise<void> {
          finished.resolve();
          await drained;
        },
      };
    }

    test("gets no copy of its earlier link", async () => {
      const { itemId, finish } = await downloading();
      const next = world.newLink();
      world.site.serve(next.id, otherPaper("Next"));
      await world.edit(itemId, { driveLink: next.link });
      await finish();
      const [file, ...others] = await world.files();
      expect(others).toEqual([]);
      expect(file?.size).toBe(otherPaper("Next").length);
      expect(await world.row(itemId)).toMatchObject({ link: next.link, fileKey: file?.key });
    });

    test("keeps its uploaded file", async () => {
      const { itemId, finish } = await downloading();
      const { key } = await world.archive.services.files.accept(world.student, otherPaper("Own"), "own.pdf");
      await world.edit(itemId, { driveLink: undefined, fileKey: key });
      await finish();
      expect((await world.files()).map((file) => file.key)).toEqual([key]);
    });

    test("gets no copy after its removal", async () => {
      const { itemId, finish } = await downloading();
      await world.archive.services.removal.remove(world.admin, { id: itemId });
      await finish();
      expect(await world.files()).toEqual([]);
      expect(await world.copyJobs()).toEqual([]);
    });

    test("gets no copy after its rejection", async () => {
      const { itemId, finish } = await downloading();
      await world.archive.services.resources.setStatus(world.admin, "note", itemId, { status: "Cancelled" });
      await finish();
      expect(await world.files()).toEqual([]);
      expect(await world.copyJobs()).toEqual([]);
    });

    test("leaves nothing if it was deleted with its account", async () => {
      const { itemId, finish } = await downloading();
      await world.archive.db.write.deleteFrom("resource").where("id", "=", itemId).execute();
      await finish();
      expect(await world.files()).toEqual([]);
      expect(world.failures).toEqual([]);
    });
  });
});
