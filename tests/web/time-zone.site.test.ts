import { expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { openSite } from "../support/api/site.ts";
import { insertItem } from "../support/archive/factories.ts";
import { openTestArchive } from "../support/platform/archive.ts";

test.each([
  ["Asia/Dhaka", "3 Dec 2026"],
  ["Pacific/Auckland", "4 Dec 2026"],
])("a page says the day of a contribution in the time zone of the archive: %s", async (timeZone, day) => {
  const archive = await openTestArchive("sqlite", { timeZone });
  try {
    const site = openSite(archive, await builtPages());
    const createdAt = Date.UTC(2026, 11, 3, 14);
    const id = await insertItem(archive, "note", { status: "Approved", createdAt });
    expect((await site.as().get(`/note-details/${id}`)).text).toContain(`>${day}</time>`);
  } finally {
    await archive.close();
  }
});
