import { afterEach, describe, expect, test } from "vitest";
import { insertItem, payloadOf, PNG } from "../../../../tests/support/archive/factories.ts";
import { bothEngines, type Engine, VISIT } from "../../../../tests/support/platform/archive.ts";
import { type ChangeWorld, openChangeWorld } from "../../../../tests/support/archive/change-world.ts";
import { csvRow, source } from "../../../../tests/support/archive/question-rows.ts";
import type { User } from "../../../shared/people/policy.ts";

const open: ChangeWorld[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ archive }) => archive.close()));
});

async function openFor(engine: Engine): Promise<ChangeWorld> {
  const world = await openChangeWorld(engine);
  open.push(world);
  return world;
}

const exported = async ({ archive, admin }: ChangeWorld): Promise<string> =>
  (await Array.fromAsync(archive.services.transfer.exportCsv(admin))).join("");

/**
 * Imports one note with this text in its column `change`.
 * @returns the rejected rows
 */
async function importNote({ archive }: ChangeWorld, actor: User, change: string, status = "Approved") {
  const bad: string[] = [];
  const { driveLink, topic, department, subject } = payloadOf("note") as Record<string, string>;
  const header = ["_id", "kind", "topic", "department", "subject", "driveLink", "status", "change"];
  const cells = ["n1", "note", topic, department, subject, driveLink, status, change] as string[];
  await archive.services.transfer.importCsv(actor, source([csvRow(header) + csvRow(cells)]), {
    onBad: (rows) => void bad.push(...rows.map(({ reason }) => reason)),
  });
  return bad;
}

const pairs = bothEngines.flatMap((from) => bothEngines.map((to) => [from, to] as const));

describe("waiting changes", () => {
  test.each(pairs)("are identical after an export and an import, from %s to %s", async (from, to) => {
    const world = await openFor(from);
    const { services } = world.archive;
    const { student, admin } = world;
    const [withFile, withLink, stale] = [
      await world.noteWithFile(),
      await world.approvedNote("With a link"),
      await world.approvedNote("Stale"),
    ];
    const fileKey = await world.upload();
    await world.edit(student, withFile.id, { topic: "Another file", driveLink: undefined, fileKey });
    await world.edit(student, withLink, { topic: '=1+1, "quoted"\n- and more' });
    await world.edit(student, stale, { topic: "From before" });
    await world.edit(admin, stale, { topic: "By an admin" });
    const blog = await insertItem(world.archive, "blog", { uploader: student });
    await services.resources.edit(student, blog, payloadOf("blog", { blogImg: PNG }), VISIT.client);
    const first = await exported(world);
    expect(first).toContain(fileKey);

    const target = await openFor(to);
    const { transfer, changes } = target.archive.services;
    const report = await transfer.importCsv(target.admin, source([first]));
    expect(report).toMatchObject({ bad: 0, stored: 4 });
    expect((await exported(target)) === first).toBe(true);
    const found = await changes.find(target.admin, blog);
    expect(found.change?.changed.fileType).toBe("image/webp");
    await target.decide(withLink, "approved");
    await expect(target.decide(stale, "approved")).rejects.toMatchObject({ code: "changed_since" });
    expect((await target.noteAs(target.visitor, withLink)).topic).toContain("=1+1");
  });

  test("are absent from an export if an admin rejects them while it runs", async () => {
    const world = await openFor("sqlite");
    const { services } = world.archive;
    const id = await insertItem(world.archive, "blog", { uploader: world.student });
    const input = payloadOf("blog", { topic: "Waiting", blogImg: PNG });
    await services.resources.edit(world.student, id, input, VISIT.client);
    const { get } = world.archive.fileStore;
    world.archive.fileStore.get = async (sha256) => {
      world.archive.fileStore.get = get;
      await world.decide(id, "refused");
      return get(sha256);
    };
    const text = await exported(world);
    expect(text).toContain(id);
    expect(text).not.toContain("Waiting");
  });

  test("are restored only by an admin's import, and only for approved items", async () => {
    const change = JSON.stringify({ fields: payloadOf("note"), createdAt: 1, isStale: false });
    const [one, two, three] = [await openFor("sqlite"), await openFor("sqlite"), await openFor("sqlite")];
    expect(await importNote(one, one.student, change)).toEqual([]);
    expect(await one.rowsOf("change")).toEqual([]);
    expect(await importNote(two, two.admin, change, "Pending")).toEqual([]);
    expect(await two.rowsOf("change")).toEqual([]);
    expect(await importNote(three, three.admin, change)).toEqual([]);
    expect(await three.rowsOf("change")).toHaveLength(1);
  });

  test.each([
    "not JSON",
    "[]",
    JSON.stringify({ fields: payloadOf("note"), createdAt: 8.64e15 + 1, isStale: false }),
    '{"fields":{},"createdAt":1,"isStale":false}',
    '{"fields":{"topic":"a","department":"b","subject":"c","role":"d"},"createdAt":1,"isStale":false}',
  ])("are refused if no export wrote them: %s", async (change) => {
    const world = await openFor("sqlite");
    expect(await importNote(world, world.admin, change)).toEqual([expect.stringContaining("change")]);
    expect(await world.rowsOf("change")).toEqual([]);
  });
});
