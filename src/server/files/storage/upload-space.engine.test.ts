import { mkdirSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { insertItem } from "../../../../tests/support/archive/factories.ts";
import {
  bothEngines,
  openTestArchive,
  type TestArchive,
  VISIT,
} from "../../../../tests/support/platform/archive.ts";
import { isDomainError } from "../../../shared/problems/errors.ts";
import type { User } from "../../../shared/people/policy.ts";
import { limitRates, randomKey, uploadRates } from "../../platform/index.ts";
import { createServices, type ServicesOptions } from "../../services.ts";
import { type DiskSpace, diskSpace, reserveOf } from "./disk-space.ts";

const MB = 1_000_000;
const GB = 1_000 * MB;
const HOUR = 3_600_000;
const NEWCOMER = { bytes: 500 * MB, papers: 60 };

describe.each(bothEngines)("the space for uploads on %s", (engine) => {
  let archive: TestArchive;
  let student: User;
  let now: number;
  let disk: DiskSpace;
  let options: Partial<ServicesOptions>;

  const open = async (more: Partial<ServicesOptions> = {}) => {
    options = { clock: () => now, disk: async () => disk, freeSpace: 2 * GB, newcomer: NEWCOMER, ...more };
    archive = await openTestArchive(engine, options);
    student = (await archive.signUp("Student")).actor;
  };
  const reopen = async (more: Partial<ServicesOptions>) => {
    await archive.close();
    await open(more);
  };
  /** The services of another process of the same archive. */
  const otherProcess = () =>
    createServices({
      ...archive.shared,
      secret: "a secret for tests only, of 32+ characters",
      origin: archive.origin,
      contactDefaults: {} as ServicesOptions["contactDefaults"],
      ...options,
    }).uploadSpace;
  beforeEach(async () => {
    now = 1_700_000_000_000;
    disk = { free: 100 * GB, size: 200 * GB };
    await open();
  });
  afterEach(() => archive.close());

  const space = () => archive.services.uploadSpace;
  const begin = (
    size: number,
    { by = student, id = randomKey(), pileId, papers = 1 as 0 | 1, from = space() }: Begin = {},
  ) => from.begin(by, VISIT.client, { id, size, pileId, papers });
  interface Begin {
    by?: User;
    id?: string;
    pileId?: string;
    papers?: 0 | 1;
    from?: TestArchive["services"]["uploadSpace"];
  }
  /** How often each outcome occurred: "begun", or the code of the problem. */
  const outcomes = async (attempts: Promise<unknown>[]) => {
    const counts: Record<string, number> = {};
    for (const attempt of await Promise.allSettled(attempts)) {
      const name = attempt.status === "fulfilled" ? "begun" : codeOf(attempt.reason);
      counts[name] = (counts[name] ?? 0) + 1;
    }
    return counts;
  };
  const approve = (by: User) => insertItem(archive, "note", { uploader: by });

  test("forty uploads that begin at once in two processes never exceed the space of a newcomer", async () => {
    const processes = [space(), otherProcess()];
    const attempts = Array.from({ length: 40 }, (_one, index) =>
      begin(100 * MB, { pileId: "pile", papers: 0, from: processes[index % 2]! }),
    );
    expect(await outcomes(attempts)).toEqual({ begun: 5, newcomerBytes: 35 });
  });

  test("forty uploads of forty people that begin at once leave the reserve of the disk", async () => {
    disk.free = 3 * GB;
    const people = await Promise.all(
      Array.from({ length: 40 }, async (_one, index) => (await archive.signUp(`P${index}`)).actor),
    );
    const processes = [space(), ...Array.from({ length: 7 }, otherProcess)];
    const attempts = people.map((by, index) => begin(100 * MB, { by, from: processes[index % 8]! }));
    expect(await outcomes(attempts)).toEqual({ begun: 10, archiveFull: 30 });
  });

  test("a refusal for a full disk has the status 507 and says when to try again", async () => {
    disk.free = 2 * GB;
    await expect(begin(1)).rejects.toMatchObject({
      status: 507,
      retryAfter: 3_600,
      fields: { fileKey: { code: "archiveFull" } },
    });
    disk.free += 1;
    await begin(1);
  });

  test("bytes that arrived count on the disk only once, and idle uploads keep no space", async () => {
    disk.free = 2 * GB + 100 * MB;
    const id = randomKey();
    await begin(100 * MB, { id });
    expect(await outcomes([begin(1)])).toEqual({ archiveFull: 1 });
    await space().arrived(id, 60 * MB);
    disk.free -= 60 * MB;
    expect(await outcomes([begin(1)])).toEqual({ archiveFull: 1 });
    now += HOUR;
    expect(await outcomes([begin(1)])).toEqual({ begun: 1 });
  });

  test("an upload of which no byte arrived keeps space of the disk for five minutes", async () => {
    disk.free = 2 * GB + 100 * MB;
    const sent = randomKey();
    await begin(50 * MB, { id: sent });
    await begin(50 * MB);
    await space().arrived(sent, 1);
    now += 300_000 - 1;
    expect(await outcomes([begin(2)])).toEqual({ archiveFull: 1 });
    now += 1;
    expect(await outcomes([begin(51 * MB)])).toEqual({ archiveFull: 1 });
    expect(await outcomes([begin(50 * MB)])).toEqual({ begun: 1 });
  });

  test("an item that a moderator approved ends the limits of a newcomer, and a public answer does not", async () => {
    const parentId = await insertItem(archive, "question");
    await insertItem(archive, "answer", { uploader: student, parentId });
    expect(await outcomes([begin(501 * MB)])).toEqual({ newcomerBytes: 1 });
    await approve(student);
    expect(await outcomes([begin(501 * MB)])).toEqual({ begun: 1 });
  });

  test("a moderator is no newcomer", async () => {
    const { actor } = await archive.signUp("Moderator", "admin");
    expect(await outcomes([begin(501 * MB, { by: actor })])).toEqual({ begun: 1 });
  });

  test("a newcomer has sixty papers, and the photos of a pile are no papers yet", async () => {
    await reopen({ newcomer: { bytes: 500 * MB, papers: 3 } });
    await begin(1, { pileId: "pile", papers: 0 });
    expect(await outcomes([1, 2, 3, 4, 5].map(() => begin(1)))).toEqual({ begun: 3, newcomerPapers: 2 });
    expect(await outcomes([begin(1, { pileId: "pile", papers: 0 })])).toEqual({ begun: 1 });
    await expect(archive.services.files.fits(student.id, 0)).rejects.toMatchObject({
      fields: { fileKey: { code: "newcomerPapers", param: "3" } },
    });
  });

  test("the uploads of one address share a day, and what never arrived is given back", async () => {
    await reopen({ rates: { ...limitRates, uploadBytes: uploadRates(400 * MB) } });
    const [first, second] = [randomKey(), randomKey()];
    await begin(100 * MB, { id: first });
    // One account has a quarter of the day of its address.
    expect(await outcomes([begin(10 * MB)])).toEqual({ uploadDay: 1 });
    await space().arrived(first, 40 * MB);
    await space().end(first);
    await begin(60 * MB, { id: second });
    expect(await outcomes([begin(10 * MB)])).toEqual({ uploadDay: 1 });
    const others = await Promise.all(
      ["A", "B", "C", "D"].map(async (name) => (await archive.signUp(name)).actor),
    );
    expect(await outcomes(others.map((by) => begin(100 * MB, { by })))).toEqual({ begun: 3, uploadDay: 1 });
    now += 24 * HOUR;
    expect(await outcomes([begin(10 * MB)])).toEqual({ begun: 1 });
  });

  test("a refused upload takes nothing from the day of its address", async () => {
    await reopen({ rates: { ...limitRates, uploadBytes: uploadRates(4 * GB) } });
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(await outcomes([begin(600 * MB)])).toEqual({ newcomerBytes: 1 });
    expect(await outcomes([begin(400 * MB)])).toEqual({ begun: 1 });
  });

  test("the eleventh unfinished upload waits, and replaces one that is idle for an hour", async () => {
    const ids = Array.from({ length: 10 }, randomKey);
    for (const id of ids) await begin(1, { id });
    expect(await outcomes([begin(1)])).toEqual({ too_many_requests: 1 });
    expect(await outcomes([begin(1, { pileId: "pile" })])).toEqual({ begun: 1 });
    now += HOUR;
    for (const id of ids.slice(1)) await space().arrived(id, 1);
    expect(await begin(1)).toBe(ids[0]);
    // If the new upload does not fit, the idle one stays.
    now += HOUR;
    expect(await outcomes([begin(501 * MB)])).toEqual({ newcomerBytes: 1 });
    expect(await archive.db.read.selectFrom("openUpload").select("id").execute()).toHaveLength(11);
  });

  test("an idle upload that gives way returns the bytes that never arrived to the day of its address", async () => {
    await reopen({ rates: { ...limitRates, uploadBytes: uploadRates(400 * MB) } });
    const ids = Array.from({ length: 10 }, randomKey);
    for (const id of ids) await begin(10 * MB, { id });
    await space().arrived(ids[0]!, 2 * MB);
    for (const id of ids.slice(1)) await space().arrived(id, 10 * MB);
    now += HOUR;
    for (const id of ids.slice(1)) await space().arrived(id, 10 * MB);
    expect(await begin(1)).toBe(ids[0]);
    await space().end(ids[1]!);
    // An hour itself adds 4 MB to the day of an account.
    expect(await outcomes([begin(16 * MB)])).toEqual({ uploadDay: 1 });
    expect(await outcomes([begin(10 * MB)])).toEqual({ begun: 1 });
  });

  test("the sweep stops counting uploads whose sender is gone", async () => {
    const [unsent, sent] = [randomKey(), randomKey()];
    await begin(1, { id: unsent });
    await begin(2, { id: sent });
    await space().arrived(sent, 1);
    const left = async () =>
      (await archive.db.read.selectFrom("openUpload").select("id").execute()).map(({ id }) => id);
    now += HOUR + 1;
    await space().sweep();
    expect(await left()).toEqual([sent]);
    now += 11 * HOUR;
    await space().sweep();
    expect(await left()).toEqual([]);
  });
});

const codeOf = (error: unknown): string => {
  if (!isDomainError(error)) throw error;
  return error.fields?.["fileKey"]?.code ?? error.code;
};

test("the free space is that of the fullest disk that the server writes, as the system reports it", async () => {
  const archive = await openTestArchive("sqlite");
  const folder = archive.env.PROSHNO_DATA;
  mkdirSync(join(folder, "uploads"));
  const here = await statfs(folder);
  const found = await diskSpace([folder, join(folder, "uploads"), join(folder, "missing")]);
  expect(found.size).toBe(here.blocks * here.bsize);
  const space = (freeSpace: number) =>
    createServices({
      ...archive.shared,
      secret: "a secret for tests only, of 32+ characters",
      origin: archive.origin,
      contactDefaults: {} as ServicesOptions["contactDefaults"],
      freeSpace,
    }).uploadSpace;
  expect(await space(found.size + 1).hasSpace()).toBe(false);
  expect(await space(1).hasSpace()).toBe(true);
  await expect(diskSpace([join(folder, "missing")])).rejects.toMatchObject({ code: "ENOENT" });
  await archive.close();
});

test("the reserve is 2 GB or a twentieth of a small disk, unless the operator chose one", () => {
  expect(reserveOf({ free: 0, size: 500 * GB }, undefined)).toBe(2 * GB);
  expect(reserveOf({ free: 0, size: 10 * GB }, undefined)).toBe(500 * MB);
  expect(reserveOf({ free: 0, size: 10 * GB }, 3 * GB)).toBe(3 * GB);
});
