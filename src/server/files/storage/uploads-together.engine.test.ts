import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openTestArchive, type TestArchive, VISIT } from "../../../../tests/support/platform/archive.ts";
import { isDomainError } from "../../../shared/problems/errors.ts";
import type { User } from "../../../shared/people/policy.ts";
import { lockUser, randomKey } from "../../platform/index.ts";
import type { DiskSpace } from "./disk-space.ts";
import { BEGIN_LOCK } from "./upload-space.repo.ts";

const MB = 1_000_000;
const GB = 1_000 * MB;

describe("uploads that begin together on PostgreSQL", () => {
  let archive: TestArchive;
  let disk: DiskSpace;
  let [one, two]: User[] = [];

  beforeEach(async () => {
    disk = { free: 3 * GB, size: 10 * GB };
    archive = await openTestArchive("postgres", { disk: async () => disk, freeSpace: 2 * GB });
    [one, two] = [(await archive.signUp("One")).actor, (await archive.signUp("Two")).actor];
  });
  afterEach(() => archive.close());

  const begin = (by: User, id = randomKey()) =>
    archive.services.uploadSpace
      .begin(by, VISIT.client, { id, size: 600 * MB, pileId: undefined, papers: 1 })
      .then(
        () => "begun",
        (error: unknown) => isDomainError(error) && error.fields?.["fileKey"]?.code,
      );
  /** Waits until an upload waits for a lock. @returns false if it is over before */
  async function waitsForLock(upload: Promise<unknown>): Promise<boolean> {
    const state = { isOver: false };
    void upload.finally(() => (state.isOver = true));
    const query = sql<{ waits: boolean }>`select exists(select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock') as waits`;
    while (!state.isOver) if ((await query.execute(archive.db.read)).rows[0]?.waits) return true;
    return false;
  }

  test("an upload waits for another one that begins, and counts its bytes", async () => {
    let second: Promise<unknown> | undefined;
    await archive.db.transaction(async (trx) => {
      await sql`select pg_advisory_xact_lock(${BEGIN_LOCK})`.execute(trx);
      const row = { id: randomKey(), ownerId: one!.id, pileId: null, papers: 1 as const, size: 600 * MB };
      await trx
        .insertInto("openUpload")
        .values({ ...row, name: null, arrived: 0, allowance: "[]", writtenAt: Date.now() })
        .execute();
      second = begin(two!);
      expect(await waitsForLock(second)).toBe(true);
    });
    expect(await second).toBe("archiveFull");
  });

  test("an upload that waited for another one reads the free space after the wait", async () => {
    const first = randomKey();
    expect(await begin(one!, first)).toBe("begun");
    let second: Promise<unknown> | undefined;
    await archive.db.transaction(async (trx) => {
      await sql`select pg_advisory_xact_lock(${BEGIN_LOCK})`.execute(trx);
      second = begin(two!);
      expect(await waitsForLock(second)).toBe(true);
      disk.free -= 600 * MB;
      await archive.services.uploadSpace.arrived(first, 600 * MB);
    });
    expect(await second).toBe("archiveFull");
  });

  test("an upload that waits for its person's row stops nobody else", async () => {
    let first: Promise<unknown> | undefined;
    await archive.db.transaction(async (trx) => {
      await lockUser(trx, "postgres", one!.id);
      first = begin(one!);
      expect(await waitsForLock(first)).toBe(true);
      expect(await begin(two!)).toBe("begun");
    });
    expect(await first).toBe("archiveFull");
  });
});
