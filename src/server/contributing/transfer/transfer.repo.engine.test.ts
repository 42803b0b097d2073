import { expect, test } from "vitest";
import { insertItems } from "../../../../tests/support/archive/factories.ts";
import { bothEngines, openTestArchive } from "../../../../tests/support/platform/archive.ts";
import type { Query } from "../../platform/index.ts";
import { createTransferRepo } from "./transfer.repo.ts";

test.each(bothEngines)(
  "an export continues after a page whose items were all deleted while it was read, on %s",
  async (engine) => {
    const archive = await openTestArchive(engine);
    const { db } = archive;
    const ids = (await insertItems(archive, "note", [{}, {}, {}])).toSorted();
    await db.write.updateTable("resource").set({ createdAt: 1_000 }).execute();
    let isFirst = true;
    /** Deletes two items as soon as their positions were read. */
    const deleting = (read: Query): Query =>
      read.withPlugin({
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          if (isFirst) await db.write.deleteFrom("resource").where("id", "in", ids.slice(0, 2)).execute();
          isFirst = false;
          return result;
        },
      });
    const repo = createTransferRepo({ ...db, onReplica: (read) => read(deleting(db.read)) });

    const page = await repo.exportPage(["note"], { createdAt: -1, id: "" }, 2);
    expect(page).toEqual({ rows: [], last: { createdAt: 1_000, id: ids[1] } });
    const next = await repo.exportPage(["note"], { createdAt: 1_000, id: ids[1] ?? "" }, 2);
    expect(next?.rows.map(({ id }) => id)).toEqual(ids.slice(2));
    expect(await repo.exportPage(["note"], { createdAt: 1_000, id: ids[2] ?? "" }, 2)).toBeUndefined();
    await archive.close();
  },
);
