import { expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { enModeration } from "../../src/shared/messages/en-moderation.ts";
import { openSite } from "../support/api/site.ts";
import { insertItem } from "../support/archive/factories.ts";
import { openTestArchive } from "../support/platform/archive.ts";

test("the chart of contributions names its heights, its highest value and its first and last week", async () => {
  const now = Date.UTC(2026, 10, 25);
  const archive = await openTestArchive("sqlite", { clock: () => now });
  try {
    const admin = openSite(archive, await builtPages()).as((await archive.signUp("Admin", "admin")).cookie);
    for (let count = 0; count < 7; count += 1)
      await insertItem(archive, "note", { status: "Approved", createdAt: now - 1_000 });
    const { text } = await admin.get("/admin-dashboard");
    const [axes = ""] = /<div class="chart-axes">.*?<\/div>/s.exec(text) ?? [];
    const words = axes.replace(/<[^>]+>/g, "|").replace(/\|+/g, "|");
    expect(words).toBe(
      `|${enModeration.statistics.axis}|7|0|6 Sept 2026|${enModeration.statistics.week}|22 Nov 2026|`,
    );
  } finally {
    await archive.close();
  }
});
