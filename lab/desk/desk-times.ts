import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createPapers } from "../../src/server/files/rendering/papers.ts";
import { createFolderStore } from "../../src/server/files/storage/file-store.ts";
import { createPageImageCache } from "../../src/server/files/storage/page-image-cache.ts";
import { createAccountsRepo } from "../../src/server/people/accounts/accounts.repo.ts";
import { newUser } from "../../src/server/people/accounts/new-user.ts";
import { createServices, type Services } from "../../src/server/services.ts";
import { MAX_BULK } from "../../src/shared/moderating/desk.ts";
import type { User } from "../../src/shared/people/policy.ts";
import type { DeskChildOptions } from "../../tests/support/archive/desk-child.ts";
import { percentiles } from "../lib/percentiles.ts";
import { openBenchArchive } from "../lib/bench-archive.ts";
import { defineExperiment } from "../lib/experiment.ts";
import { whole } from "../lib/options.ts";
import { generateCourses, generateItems } from "../../tests/support/archive/generate-archive.ts";
import { loadItems } from "../../tests/support/archive/load-archive.ts";
import { Failure } from "../../scripts/lib/run.mjs";
import { asText, type Table } from "../lib/tables.ts";

/** The pause between two writes of the other process, in ms. */
const PAUSE = 2;
const SECRET = "a secret for measurements, of 32+ characters";
const ITEMS_OF_A_COURSE = 6;

export const experiment = defineExperiment({
  about: `Measures the moderators' desk on SQLite, with many pending items: a page of the queue, the next item, a decision, and
how long another process waits for a write while a job decides on many items.`,
  options: {
    items: whole(10_000, "pending items"),
    bulk: whole(MAX_BULK, "items in one decision", { least: 51, most: MAX_BULK }),
    steps: whole(300, "how often each act is timed"),
  },
  async run({ values: { items, bulk, steps } }) {
    if (items < bulk + 2 * steps) throw new Failure("--items must be at least --bulk and twice --steps.");
    const folder = mkdtempSync(join(tmpdir(), "proshno-desk-"));
    const { db, close } = await openBenchArchive("sqlite", folder);
    const papers = createPapers({ timeLimit: 60_000 });
    try {
      const services = createServices({
        db,
        dataFolder: folder,
        fileStore: createFolderStore(join(folder, "files")),
        papers,
        pageImageCache: createPageImageCache(join(folder, "pages")),
        origin: "http://127.0.0.1:3000",
        secret: SECRET,
      });
      const courses = generateCourses(Math.ceil(items / ITEMS_OF_A_COURSE));
      const pending = [...generateItems(courses, items)].map((item) => ({
        ...item,
        status: "Pending" as const,
      }));
      await loadItems(db, pending);
      const moderator = (name: string) => {
        const person = newUser({ email: `${name}@example.edu`, displayName: name }, Date.now(), true);
        return createAccountsRepo(db)
          .insert(person, "")
          .then(() => services.people.setRoleAsOperator(person.email, "admin"))
          .then((): User => ({ ...person, role: "admin" }));
      };
      const [one, other] = [await moderator("one"), await moderator("other")];
      await services.deskReview.run();
      const table: Table = [["ms", "p50", "p95", "p99", "n"]];
      const row = (name: string, times: number[]) => {
        const { p50, p95, p99 } = percentiles(times);
        table.push([name, ...[p50, p95, p99].map((time) => time.toFixed(1)), String(times.length)]);
      };
      await timeDesk(services, one, steps, row);
      const { alone, beside } = await timeWrites(services, { one, other, bulk, steps, folder });
      row("another write, without a job", alone);
      row(`another write, beside a job of ${bulk} items`, beside);
      console.log(`${items} pending items\n${asText(table)}`);
    } finally {
      papers.close();
      await close();
      rmSync(folder, { recursive: true, force: true });
    }
    return 0;
  },
});

/** Times the acts of one moderator who decides on one item after another. */
async function timeDesk(
  { deskQueue, deskDecisions }: Services,
  by: User,
  steps: number,
  row: (name: string, times: number[]) => void,
): Promise<void> {
  const times: Record<"page" | "next" | "open" | "decide", number[]> = {
    page: [],
    next: [],
    open: [],
    decide: [],
  };
  const timed = async <T>(name: keyof typeof times, act: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    const result = await act();
    times[name].push(performance.now() - start);
    return result;
  };
  let after: string | undefined;
  for (let step = 0; step < steps; step += 1) {
    after = (await timed("page", () => deskQueue.list(by, after === undefined ? {} : { after }))).next;
    const next = await timed("next", () => deskQueue.next(by, {}));
    if (!next) throw new Failure("The queue is empty.");
    await timed("open", () => deskQueue.open(by, next.id));
    const decision = { requestId: randomUUID(), action: "return", reason: "Too dark", version: next.version };
    await timed("decide", () => deskDecisions.decide(by, next.id, decision));
  }
  row("a page of the queue", times.page);
  row("find and claim the next item", times.next);
  row("open an item", times.open);
  row("decide on an item", times.decide);
}

interface Writing {
  one: User;
  other: User;
  bulk: number;
  steps: number;
  folder: string;
}

/** Times another moderator's claims, first alone, then while a second process carries a large decision out. */
async function timeWrites(
  { deskQueue, deskDecisions }: Services,
  { one, other, bulk, steps, folder }: Writing,
): Promise<{ alone: number[]; beside: number[] }> {
  const { rows } = await deskQueue.list(other, { sort: "newest", size: "1" });
  const claimed = rows[0]?.id ?? "";
  const failed = { count: 0 };
  const write = async () => {
    const start = performance.now();
    // A write that found the database locked for five seconds is tried again, and the wait is its whole time.
    while (!(await deskQueue.claim(other, claimed).catch(() => undefined))) failed.count += 1;
    const ms = performance.now() - start;
    await sleep(PAUSE);
    return { start, ms };
  };
  const alone: number[] = [];
  for (let step = 0; step < steps; step += 1) alone.push((await write()).ms);
  const filter = {};
  const { id } = await deskDecisions.bulk(one, {
    requestId: randomUUID(),
    action: "return",
    reason: "Too dark",
    filter,
  });
  const options: DeskChildOptions = {
    dataFolder: folder,
    databaseUrl: undefined,
    secret: SECRET,
    decision: id,
  };
  const script = fileURLToPath(new URL("../../tests/support/archive/desk-child.ts", import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(options)], { stdio: "inherit" });
  const ended = once(child, "exit");
  const writes: { start: number; ms: number }[] = [];
  const seen = { first: 0, last: 0 };
  while (seen.last === 0) {
    writes.push(await write());
    const { counts, state } = await deskDecisions.find(one, id);
    if (seen.first === 0 && (counts.waiting ?? 0) < bulk) seen.first = performance.now();
    if (state === "done") seen.last = performance.now();
    if (child.exitCode !== null && state !== "done") throw new Failure("The job ended early.");
  }
  await ended;
  if (failed.count > 0) console.log(`${failed.count} writes found the database locked for five seconds.`);
  return { alone, beside: writes.filter(({ start }) => start >= seen.first).map(({ ms }) => ms) };
}
