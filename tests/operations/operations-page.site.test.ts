import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { enBackupPage } from "../../src/shared/messages/en-backup-page.ts";
import { enOperations } from "../../src/shared/messages/en-operations.ts";
import { type Client, openSite } from "../support/api/site.ts";
import { main, textOf } from "../support/web/page-text.ts";
import { openTestArchive, type TestArchive } from "../support/platform/archive.ts";

const { operations: words } = enOperations;
const { backupPage } = enBackupPage;
const PAGE = "/admin-dashboard/operations";

describe("the page about operations", () => {
  let archive: TestArchive;
  let admin: Client;

  beforeAll(async () => {
    archive = await openTestArchive("sqlite");
    const { cookie } = await archive.signUp("Ayesha", "admin");
    admin = openSite(archive, await builtPages()).as(cookie);
  });
  afterAll(() => archive.close());

  it("says that there is no measurement yet", async () => {
    const { status, text } = await admin.get(PAGE);
    expect(status).toBe(200);
    expect(text).toContain(words.empty);
    expect(text).toContain(words.fine);
  });

  it("names the kinds of job that a process died of", async () => {
    const { jobs } = archive.services;
    await jobs.enqueue([
      { kind: "unpackZip", payload: {} },
      { kind: "mail", payload: {} },
    ]);
    expect((await admin.get(PAGE)).text).not.toContain("unpackZip");
    const job = archive.db.write.updateTable("job").where("kind", "=", "unpackZip");
    await job.set({ deaths: 3, state: "dead" }).execute();
    const text = textOf(await main(admin, PAGE));
    expect(text).toContain(words.deadlyKind({ kind: "unpackZip", deaths: 3, waiting: 0, ended: 1 }));
    expect(text).not.toContain('"mail"');
    await archive.db.write.deleteFrom("job").execute();
  });

  it("says when the last backup was made, and links to the page about backups", async () => {
    expect((await admin.get(PAGE)).text).toContain(backupPage.never);
    const last = {
      id: "1",
      place: "/backups",
      begunAt: 0,
      endedAt: Date.UTC(2026, 10, 22, 6),
      files: 0,
      bytes: 0,
    };
    await archive.db.write
      .insertInto("setting")
      .values({ name: "lastBackup", value: JSON.stringify({ ...last, missing: 0 }) })
      .execute();
    const { text } = await admin.get(PAGE);
    expect(text).toContain('<time dateTime="2026-11-22T06:00:00.000Z">');
    expect(text.match(/href="\/admin-dashboard\/backups"/g)).toHaveLength(2);
  });

  it("shows the history as charts and as a table, without JavaScript", async () => {
    const at = Date.now() - (Date.now() % 60_000);
    const figures = { requests: 1_234, errors: 5, p95Ms: 678, cacheHits: 3, cacheLookups: 4 };
    const jobs = { queued: 9, dead: 1, pagesWaiting: 56 };
    await archive.db.write
      .insertInto("operationsSample")
      .values({ at, machine: "one", ...figures, ...jobs, diskFree: 12_000_000_000, memory: 345_000_000 })
      .execute();
    for (const path of [PAGE, `${PAGE}?period=fortnight`, `${PAGE}?period=nonsense`]) {
      const { text } = await admin.get(path);
      expect(text.match(/<svg[^>]*role="img"/g)).toHaveLength(9);
      for (const shown of ["1,234", "678 ms", "75 %", "56", "12 GB", "345 MB"])
        expect(text).toContain(words.latest(shown));
      expect(text).toContain(
        `aria-label="${words.requests}. ${words.latest("1,234")}. ${words.highest("1,234")}."`,
      );
      expect(text.match(/<tr>/g)).toHaveLength(2);
    }
  });
});
