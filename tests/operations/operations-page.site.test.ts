import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { enOperations } from "../../src/shared/messages/en-operations.ts";
import { type Client, openSite } from "../support/api/site.ts";
import { openTestArchive, type TestArchive } from "../support/platform/archive.ts";

const { operations: words } = enOperations;
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

  it("shows the history as charts and as a table, without JavaScript", async () => {
    const at = Date.now() - (Date.now() % 60_000);
    const figures = { requests: 1_234, errors: 5, p95Ms: 678, queued: 9, dead: 1 };
    await archive.db.write
      .insertInto("operationsSample")
      .values({ at, machine: "one", ...figures, diskFree: 12_000_000_000, memory: 345_000_000 })
      .execute();
    for (const path of [PAGE, `${PAGE}?period=fortnight`, `${PAGE}?period=nonsense`]) {
      const { text } = await admin.get(path);
      expect(text.match(/<svg[^>]*role="img"/g)).toHaveLength(7);
      for (const shown of ["1,234", "678 ms", "12 GB", "345 MB"]) {
        expect(text).toContain(words.highest(shown).replace(words.highest(""), ""));
      }
      expect(text).toContain(
        `aria-label="${words.requests}. ${words.latest("1,234")}. ${words.highest("1,234")}."`,
      );
      expect(text.match(/<tr>/g)).toHaveLength(2);
    }
  });
});
