import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { copyRunner } from "../../../../tests/support/archive/copy-runner.ts";
import {
  type CopyWorld,
  openCopyWorld,
  otherPaper,
  PAPER,
} from "../../../../tests/support/archive/copy-world.ts";
import { sendPage } from "../../../../tests/support/archive/drive-site.ts";
import { insertItem, payloadOf } from "../../../../tests/support/archive/factories.ts";
import { engines, VISIT } from "../../../../tests/support/platform/archive.ts";
import { createPlanCopy } from "./plan-copy.repo.ts";
import { createServices } from "../../services.ts";

describe.each(engines)("copies of Drive files on %s", (engine) => {
  let world: CopyWorld;
  beforeEach(async () => {
    world = await openCopyWorld(engine);
  });
  afterEach(() => world.close());

  test("a new item gets a copy with pages and text, and keeps its link", async () => {
    const { link, id } = world.newLink();
    world.site.serve(id, PAPER);
    const itemId = await world.contribute(link);
    expect(await world.state(itemId)).toEqual({ state: "waiting", problem: undefined });
    await world.runner.drain();
    expect(await world.state(itemId)).toEqual({ state: "copied", problem: undefined });
    const row = await world.row(itemId);
    expect(row).toMatchObject({ link, fileType: "application/pdf", filePages: 1, version: 1 });
    await world.readTexts();
    const { pages } = await world.archive.services.recognition.pageTexts(world.student, row.fileKey ?? "");
    expect(pages[0]?.text).toContain("amortisation");
    await world.approve(itemId);
    const { rows } = await world.archive.services.resources.list(undefined, "note", {
      search: "amortisation",
    });
    expect(rows.map((one) => one.id)).toEqual([itemId]);
    expect(world.failures).toEqual([]);
  });

  test("a copy counts towards nobody's quota", async () => {
    const { itemId } = await world.copied();
    const [file] = await world.files();
    expect(file).toMatchObject({ uploaderId: null, name: "drive", size: PAPER.length });
    expect(file?.key).toBe((await world.row(itemId)).fileKey);
    await world.archive.services.files.fits(world.student.id, 100_000);
  });

  test("a copy is found as a duplicate of an uploaded file", async () => {
    const { itemId } = await world.copied();
    const { key } = await world.archive.services.files.accept(world.student, PAPER, "paper.pdf");
    const input = payloadOf("note", { driveLink: undefined, fileKey: key });
    const { items } = await world.archive.services.duplicates.find(world.student, "note", input);
    expect(items.map(({ row, reasons }) => [row.id, reasons[0]])).toEqual([[itemId, "sameFile"]]);
  });

  test("a contribution that rolls back leaves no plan and no job", async () => {
    const { link } = world.newLink();
    const planCopy = createPlanCopy({ jobs: world.archive.services.jobs, clock: () => 1, isOn: true });
    const id = await insertItem(world.archive, "note", { fields: { driveLink: link } });
    const broken = world.archive.db.transaction(async (trx) => {
      await planCopy(trx, { id, link, fileKey: null, uploaderId: null, status: "Pending" });
      throw new Error("broken");
    });
    await expect(broken).rejects.toThrow("broken");
    expect(await world.copyJobs()).toEqual([]);
    expect(await world.state(id)).toBeUndefined();
  });

  test("without the setting, no item gets a plan, and waiting jobs do nothing", async () => {
    const { link, id } = world.newLink();
    world.site.serve(id, PAPER);
    const itemId = await world.contribute(link);
    const off = createServices({
      ...world.archive.shared,
      origin: world.archive.origin,
      secret: "s".repeat(32),
    });
    await off.resources.create(world.student, "note", payloadOf("note"), VISIT.client);
    expect(await world.copyJobs()).toHaveLength(1);
    await copyRunner(off, world.site).drain();
    expect(world.site.asked).toEqual([]);
    expect(await world.state(itemId)).toBeUndefined();
    await expect(off.driveCopies.start(world.admin)).rejects.toMatchObject({ code: "conflict" });
  });

  test.each([
    [
      "an HTML page instead of a file",
      (id: string) => world.site.serve(id, Buffer.from("<html>"), { "content-type": "application/pdf" }),
      "file_wrong_type",
    ],
    [
      "a program that says it is a PDF",
      (id: string) =>
        world.site.serve(id, Buffer.from("MZ\u0090\0 program"), { "content-type": "application/pdf" }),
      "file_wrong_type",
    ],
    [
      "a PDF whose end is missing",
      (id: string) => world.site.serve(id, PAPER.subarray(0, PAPER.length / 2)),
      "file_truncated",
    ],
    ["an empty file", (id: string) => world.site.serve(id, Buffer.alloc(0)), "file_empty"],
    [
      "a file above the limit",
      (id: string) => world.site.serve(id, PAPER, { "content-length": "25000001" }),
      "file_too_large",
    ],
    [
      "a file that is not public",
      (id: string) => world.site.on(id, (_request, response) => sendPage(response, "", 403)),
      "not_public",
    ],
    ["a lost file", (_id: string) => {}, "gone"],
  ])(
    "%s leaves the item a link, and the contributor and admins see the reason",
    async (_what, serve, problem) => {
      const { link, id } = world.newLink();
      serve(id);
      const itemId = await world.contribute(link);
      await world.runner.drain();
      expect(await world.state(itemId)).toEqual({ state: "failed", problem });
      const { actor: other } = await world.archive.signUp("Other");
      expect(await world.state(itemId, world.student.id, other)).toBeUndefined();
      expect(await world.row(itemId)).toMatchObject({ link, fileKey: null });
      const { failed, failures } = await world.archive.services.driveCopies.progress(world.admin, problem);
      expect(failed).toEqual([{ problem, count: 1 }]);
      expect(failures.map((row) => [row.id, row.problem])).toEqual([[itemId, problem]]);
      expect(await world.files()).toEqual([]);
      expect(await world.copyJobs()).toEqual([]);
    },
  );

  test("folders and Google documents fail without a request", async () => {
    const { id } = world.newLink();
    const folder = await world.contribute(`https://drive.google.com/drive/folders/${id}`);
    const document = await world.contribute(`https://docs.google.com/document/d/${id}/edit`);
    expect(await world.copyJobs()).toEqual([]);
    expect(await world.state(folder)).toEqual({ state: "failed", problem: "folder" });
    expect(await world.state(document)).toEqual({ state: "failed", problem: "document" });
  });

  test("copies stop when the archive's space for them is full, and continue when there is more", async () => {
    await world.close();
    world = await openCopyWorld(engine, PAPER.length);
    await world.copied();
    const { itemId, id } = await world.copied(otherPaper("Second"));
    expect(await world.state(itemId)).toEqual({ state: "failed", problem: "archive_full" });
    // Drive is not asked for a file that has no space.
    expect(world.site.asked.some((url) => url.includes(id))).toBe(false);
    expect(await world.files()).toHaveLength(1);
  });

  test("a file that would exceed the archive's space is not stored", async () => {
    await world.close();
    world = await openCopyWorld(engine, PAPER.length - 1);
    const { itemId } = await world.copied();
    expect(await world.state(itemId)).toEqual({ state: "failed", problem: "archive_full" });
    expect(await world.files()).toEqual([]);
    expect(await world.archive.fileStore.list()[Symbol.asyncIterator]().next()).toMatchObject({ done: true });
  });
});
