import { sql } from "kysely";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  addFile,
  drainPiles,
  paper,
  paperLines,
  READY_VALUES,
  sha256Of,
} from "../../../../tests/support/archive/pile-world.ts";
import { scan } from "../../../../tests/support/files/scan.ts";
import { tinyPdf } from "../../../../tests/support/files/tiny-pdf.ts";
import {
  type Engine,
  engines,
  openTestArchive,
  type TestArchive,
  VISIT,
} from "../../../../tests/support/platform/archive.ts";
import { problems } from "../../../shared/messages/en-problems.ts";
import type { User } from "../../../shared/people/policy.ts";
import { dayOf } from "../../platform/index.ts";
import { limitRates, type Rates } from "../../platform/limits/rates.ts";

const NOW = Date.UTC(2026, 10, 23, 18);
const DAY = 86_400_000;
const { signal } = new AbortController();

let now = NOW;
beforeEach(() => {
  now = NOW;
});

/** A photo that needs fewer bytes when it is joined. @param mean grey, from 0 to 255 */
const noisyPhoto = (mean: number): Promise<Buffer> => {
  const noise = { type: "gaussian", mean, sigma: 60 } as const;
  return sharp({ create: { width: 500, height: 700, channels: 3, background: "white", noise } })
    .jpeg({ quality: 100 })
    .toBuffer();
};

const openPile = async (engine: Engine, rates: Rates = limitRates) => {
  const archive = await openTestArchive(engine, { clock: () => now, rates });
  const student = (await archive.signUp("Student")).actor;
  return { archive, student, id: await archive.services.piles.create(student) };
};

describe.each(engines)("the jobs that send rows on %s", (engine) => {
  let archive: TestArchive;
  let student: User;
  let id: string;

  beforeEach(async () => {
    ({ archive, student, id } = await openPile(engine));
  });
  afterEach(() => archive.close());

  const piles = () => archive.services.piles;
  const rows = async () => (await piles().get(student, id, { size: 100 })).rows;
  const statuses = async () => (await rows()).map(({ status }) => status);
  const jobs = () => archive.db.read.selectFrom("job").selectAll().where("kind", "=", "sendPile").execute();

  test("the later row is the copy, also if its file arrives first", async () => {
    await addFile(archive, student, id, paper("CSE 2103"), "copy.pdf", 2_000);
    await addFile(archive, student, id, paper("CSE 2103"), "one.pdf", 1_000);
    const [one, copy] = await rows();
    expect(one).toMatchObject({ label: "one.pdf", duplicate: undefined });
    expect(copy?.duplicate).toEqual({ reason: "sameFile", rowId: one?.id, label: "one.pdf" });
  });

  test("a newcomer whose photos fill their space can still send them, up to their number of papers", async () => {
    await archive.close();
    const photos = await Promise.all([90, 120, 150].map(noisyPhoto));
    const bytes = photos.reduce((sum, { length }) => sum + length, 0);
    archive = await openTestArchive(engine, { clock: () => now, newcomer: { bytes, papers: 1 } });
    student = (await archive.signUp("Newcomer")).actor;
    id = await piles().create(student);
    for (const [at, bytesOf] of photos.entries()) await addFile(archive, student, id, bytesOf, `${at}.jpg`);
    const [first, second, third] = (await rows()).map((row) => row.id);
    await piles().join(student, id, { rows: [first, second] });
    await piles().setRows(student, id, { rows: "all", values: READY_VALUES });
    await piles().send(student, id, { rows: [first] });
    await drainPiles(archive);
    expect(await statuses()).toEqual(["sent", "ready"]);
    // The single photo would be a second paper.
    await piles().setRows(student, id, { rows: [third], values: { ...READY_VALUES, code: "CSE 2105" } });
    await piles().send(student, id, { rows: [third] });
    await drainPiles(archive);
    expect((await rows())[1]).toMatchObject({
      status: "failed",
      failure: { fileKey: problems.newcomerPapers("", "1") },
    });
  });

  test("rows that always fail go behind the others, which are sent in the meantime", async () => {
    const link = (at: number) => `https://example.edu/papers/${at}.pdf`;
    const links = Array.from({ length: 12 }, (_, at) => link(at));
    await addFile(archive, student, id, await scan(["Course Code: CSE 2101"]), "photo.jpg");
    await piles().addLinks(student, id, { links: links.join("\n") });
    const [photo] = await rows();
    await piles().setRows(student, id, { rows: "all", values: READY_VALUES });
    const [file] = photo?.files ?? [];
    await piles().arrange(student, id, { row: photo?.id, pages: [{ id: file?.id, turn: 90 }] });
    // The turned photo becomes a new PDF, which needs bytes that are not there.
    const aside = await archive.fileStore.setAside(await sha256Of(archive, file?.key));
    await archive.fileStore.remove(aside ?? "");
    await piles().send(student, id, { rows: (await rows()).map((row) => row.id) });
    await piles().runSend(id, false, signal);
    expect(await jobs()).not.toEqual([]);
    await expect(piles().runSend(id, false, signal)).rejects.toMatchObject({ code: "ENOENT" });
    expect(await statuses()).toEqual(["sending", ...links.map(() => "sent")]);
    await piles().runSend(id, true, signal);
    expect((await rows())[0]).toMatchObject({ status: "ready", failure: { rows: problems.notSent("", "") } });
  });

  test("a pile whose job is gone goes on at the next sweep, but not while its owner is suspended", async () => {
    await addFile(archive, student, id, paper("CSE 2103"));
    await drainPiles(archive);
    await piles().send(student, id, {});
    const suspend = (suspendedAt: number | null) =>
      archive.db.write.updateTable("users").set({ suspendedAt }).where("id", "=", student.id).execute();
    await suspend(NOW);
    await drainPiles(archive);
    expect(await jobs()).toEqual([]);
    await piles().sweep(() => {});
    expect(await jobs()).toEqual([]);
    await suspend(null);
    await piles().sweep(() => {});
    await piles().sweep(() => {});
    expect(await jobs()).toHaveLength(1);
    await drainPiles(archive);
    expect(await statuses()).toEqual(["sent"]);
  });

  test("sends the rest by itself as papers become ready", async () => {
    await piles().send(student, id, { rest: true });
    await addFile(archive, student, id, paper("CSE 2103"));
    await drainPiles(archive);
    await drainPiles(archive);
    now += 60_000;
    await drainPiles(archive);
    expect(await statuses()).toEqual(["sent"]);
  });

  test("files and links that were added later are not part of the rest, and the person stops the rest at once", async () => {
    const isOn = async () => (await piles().get(student, id)).sendRest;
    const begin = (place: number) => piles().beginUpload(student, id, VISIT.client, { place });
    await piles().send(student, id, { rest: true, place: 5_000 });
    await begin(5_000);
    expect(await isOn()).toBe(true);
    await begin(6_000);
    expect(await isOn()).toBe(false);
    await piles().send(student, id, { rest: true });
    await piles().addLinks(student, id, { links: "https://example.edu/a.pdf" });
    expect(await isOn()).toBe(false);
    await piles().send(student, id, { rest: true });
    await piles().addLinks(student, id, { links: "https://example.edu/a.pdf" });
    expect(await isOn()).toBe(true);
    expect(await piles().send(student, id, { rows: [], rest: false })).toEqual({ sending: 0, failed: {} });
    await piles().setRows(student, id, { rows: "all", values: READY_VALUES });
    await drainPiles(archive);
    expect(await statuses()).toEqual(["ready"]);
  });

  test("the rest leaves out a PDF while unread pages may begin another exam", async () => {
    const lines = ["2. Write a long answer about queues, with an example for each of them."];
    const pages = [{ lines: paperLines("CSE 2103") }, { lines }, { content: "0 0 9 9 re f" }];
    await addFile(archive, student, id, tinyPdf(pages));
    await drainPiles(archive);
    await piles().send(student, id, { rows: [], rest: true });
    await drainPiles(archive);
    expect(await statuses()).toEqual(["reading"]);
    // The last page is a picture, and another process reads it.
    await archive.db.write.deleteFrom("job").where("kind", "!=", "sendPile").execute();
    now += 60_000;
    await drainPiles(archive);
    expect(await statuses()).toEqual(["sent"]);
  });

  test("the rest ends when nothing waits any more", async () => {
    await addFile(archive, student, id, paper("CSE 2103"));
    await drainPiles(archive);
    await piles().send(student, id, { rest: true });
    await drainPiles(archive);
    expect(await piles().get(student, id)).toMatchObject({ counts: { sent: 1 }, sendRest: false });
  });

  test("says why rows that are being sent wait: for the limit of a day, or for another attempt", async () => {
    const rates = { ...limitRates, pileContribution: { account: { tries: 1, per: DAY } } };
    const limited = await openPile(engine, rates);
    const { piles: own } = limited.archive.services;
    const shown = () => own.get(limited.student, limited.id);
    await own.addLinks(limited.student, limited.id, {
      links: "https://example.edu/a.pdf\nhttps://example.edu/b.pdf",
    });
    await own.setRows(limited.student, limited.id, { rows: "all", values: READY_VALUES });
    await own.send(limited.student, limited.id, {});
    expect(await shown()).toMatchObject({ counts: { sending: 2 }, delay: undefined });
    expect(await drainPiles(limited.archive)).toEqual([]);
    const delay = { reason: "limit", until: new Date(now + DAY).toISOString(), minutes: DAY / 60_000 };
    expect(await shown()).toMatchObject({ counts: { sending: 1, sent: 1 }, delay });
    await limited.archive.db.write.updateTable("job").set({ attempts: 2 }).execute();
    expect(await shown()).toMatchObject({ delay: { ...delay, reason: "retry" } });
    now += DAY;
    expect(await shown()).toMatchObject({ counts: { sending: 1 }, delay: undefined });
    await limited.archive.close();
  });

  test("sweeps find piles whose rows wait first, and reach all piles that send the rest", async () => {
    await addFile(archive, student, id, paper("CSE 2103"));
    await drainPiles(archive);
    const [row] = await archive.db.read.selectFrom("pileRow").selectAll().execute();
    const [pile] = await archive.db.read.selectFrom("pile").selectAll().execute();
    const insert = async (name: string, sendRest: 0 | 1, sendAt: number | null) => {
      const own = name.padEnd(24, "0");
      await archive.db.write
        .insertInto("pile")
        .values({ ...(pile as NonNullable<typeof pile>), id: own, sendRest })
        .execute();
      const copy = { ...(row as NonNullable<typeof row>), id: own, pileId: own, sendAt };
      await archive.db.write.insertInto("pileRow").values(copy).execute();
      return own;
    };
    const rest: string[] = [];
    for (let at = 0; at < 60; at += 1) rest.push(await insert(`e${String(at).padStart(2, "0")}`, 1, null));
    const waiting = await insert("f", 0, now);
    const swept = async () => {
      await piles().sweep(() => {});
      const subjects = (await jobs()).map(({ subject }) => subject);
      await archive.db.write.deleteFrom("job").execute();
      return subjects;
    };
    const first = await swept();
    expect(first).toHaveLength(51);
    expect(first).toContain(waiting);
    expect(new Set([...first, ...(await swept())])).toEqual(new Set([...rest, waiting]));
  });

  test("the rest waits for the next day if the pages of a paper do", async () => {
    await archive.db.write
      .insertInto("jobUse")
      .values({ owner: student.id, day: dayOf(NOW), turnMs: 0, pages: 3_000 })
      .execute();
    await addFile(archive, student, id, await scan(["Course Code: CSE 2101"]), "photo.jpg");
    await drainPiles(archive);
    await piles().send(student, id, { rest: true });
    expect(await drainPiles(archive)).toEqual([]);
    expect(await jobs()).toMatchObject([{ state: "queued", runAt: Math.ceil(NOW / DAY) * DAY }]);
  });
});

test("sending a row waits for a change of its pile on postgres, so that neither waits for the other in a circle", async () => {
  const { archive, student, id } = await openPile("postgres");
  const { piles } = archive.services;
  const key = await addFile(archive, student, id, paper("CSE 2103"));
  await drainPiles(archive);
  await piles.send(student, id, {});
  const { db } = archive;
  let sending: Promise<void> | undefined;
  await db.transaction(async (trx) => {
    await trx.selectFrom("pile").select("id").where("id", "=", id).forUpdate().execute();
    sending = piles.runSend(id, false, signal);
    const waits = sql`select 1 from pg_locks where not granted`;
    await expect.poll(async () => (await waits.execute(db.read)).rows.length).toBe(1);
    // It has no lock on the file yet.
    const file = trx.selectFrom("file").select("key").where("key", "=", key).forUpdate().noWait();
    expect(await file.execute()).toHaveLength(1);
  });
  await sending;
  expect((await piles.get(student, id)).rows).toMatchObject([{ status: "sent" }]);
  await archive.close();
});
