import { setTimeout as pause } from "node:timers/promises";
import { builtPages } from "../../../src/process/pages.ts";
import { lanes } from "../../../src/server/platform/jobs/lanes.ts";
import { insertItems } from "../../../tests/support/archive/factories.ts";
import { type MatrixWorld, openMatrixWorld } from "../../../tests/support/api/authorization-world.ts";
import type { Engine } from "../../../tests/support/platform/archive.ts";
import { startServer } from "../../../tests/support/process/server.ts";
import { addUniversities, vacuum } from "../../lib/kept-archives.ts";
import { generateCourses, generateItems } from "../../../tests/support/archive/generate-archive.ts";
import { loadItems } from "../../../tests/support/archive/load-archive.ts";
import { startReaders, twoReaders } from "../waits.ts";

const ITEMS_OF_A_COURSE = 4;
/** How many items wait at the desk. */
export const WAITING = 500;
/** How long the background work of a request may take, in ms. */
const MAX_WORK = 20_000;
const POLL = 50;
/** The lanes of the work that waits for nothing else. */
const LANES = [lanes.mail, lanes.desk, lanes.piles];

export type TableWorld = Awaited<ReturnType<typeof openTableWorld>>;

/**
 * A running server on the archive of the authorization matrix, with generated items and a full desk besides, and two
 * readers. Close it after use.
 * @param items how many items are generated
 */
export async function openTableWorld(engine: Engine, items: number) {
  const matrix = await openMatrixWorld(await builtPages(), engine);
  const { db, env } = matrix.archive;
  await loadItems(db, generateItems(generateCourses(Math.ceil(items / ITEMS_OF_A_COURSE)), items));
  await addUniversities(db);
  await fillDesk(matrix);
  if (engine === "postgres") await vacuum(db);
  const server = await startServer({
    ...env,
    PROSHNO_MODE: "production",
    // The moderators of the matrix have no authenticator app.
    PROSHNO_ADMIN_2FA: "optional",
    PROSHNO_TRUSTED_PROXIES: "loopback",
  });
  const cookie = matrix.people.other.headers.get("cookie") ?? "";
  const readers = await startReaders(twoReaders(server.origin, cookie), server.process.pid);
  /** The ids of jobs from earlier rows, which the current row does not wait for. */
  let earlier = new Set<string>();
  return {
    matrix,
    server,
    readers,

    /** Restores sessions and limits, and removes unfinished uploads and jobs, so that a row doesn't depend on earlier rows. */
    async reset(): Promise<void> {
      await db.write.deleteFrom("job").where("lane", "in", LANES).where("state", "=", "queued").execute();
      const left = await db.read.selectFrom("job").select("id").execute();
      earlier = new Set(left.map(({ id }) => id));
      await matrix.revive();
      await db.write.deleteFrom("rateLimit").execute();
      await matrix.removeUploads();
    },

    /** Waits until the work that requests started is done, or does not end. @returns whether it is done */
    async settle(): Promise<boolean> {
      for (const end = performance.now() + MAX_WORK; performance.now() < end; await pause(POLL)) {
        const jobs = await db.read.selectFrom("job").select(["id", "lane", "state", "runAt"]).execute();
        const now = Date.now();
        const isDue = ({ id, lane, state, runAt }: (typeof jobs)[number]) =>
          !earlier.has(id) &&
          LANES.some((one) => one === lane) &&
          (state === "running" || (state === "queued" && Number(runAt) <= now));
        if (!jobs.some(isDue)) return true;
      }
      return false;
    },

    async close(): Promise<void> {
      readers.stop();
      await server.stop();
      await matrix.archive.close();
    },
  };
}

/** Adds waiting items in the area of the moderator, until 500 wait. */
export async function fillDesk({ archive, people }: MatrixWorld): Promise<void> {
  const { id } = await archive.db.read
    .selectFrom("users")
    .select("id")
    .where("email", "=", people.other.email)
    .executeTakeFirstOrThrow();
  const uploader = { id, displayName: "other", email: people.other.email };
  const { count } = await archive.db.read
    .selectFrom("resource")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("status", "=", "Pending")
    .where("uploaderId", "=", id)
    .executeTakeFirstOrThrow();
  const missing = Array.from({ length: Math.max(0, WAITING - Number(count)) }, () => ({
    status: "Pending" as const,
    uploader,
    fields: { department: "CSE", university: "University of the Matrix" },
  }));
  await insertItems(archive, "question", missing);
}
