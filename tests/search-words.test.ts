import { describe, expect, test } from "vitest";
import { createSearchRepo } from "../src/server/search/search.repo.ts";
import { createSearchService } from "../src/server/search/search.service.ts";
import { insertItem } from "./factories.ts";
import { engines, openTestArchive } from "./support/archive.ts";

describe.each(engines)("the words that a process knows on %s", (engine) => {
  test("come to hold one that was stored late, behind many others, and lose those that a rebuild forgets", async () => {
    const archive = await openTestArchive(engine);
    const { db, services } = archive;
    let now = Date.UTC(2026, 0);
    const search = createSearchService({ search: createSearchRepo(db), clock: () => now });
    const correct = async () =>
      (await search.find(undefined, { text: "hidrology reservoirs" })).corrected?.text;

    await insertItem(archive, "book", { fields: { bookName: "Hydrology of reservoirs" } });
    const late = await db.write
      .deleteFrom("searchWord")
      .where("word", "=", "hydrology")
      .returningAll()
      .execute();
    const others = Array.from({ length: 300 }, (_, at) => ({
      word: `other${String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26))}`,
    }));
    await db.write.insertInto("searchWord").values(others).execute();
    expect(await correct()).toBeUndefined();
    await db.write.insertInto("searchWord").values(late).execute();
    now += 60_000;
    expect(await correct()).toBe("hydrology reservoirs");

    // Words of nothing that is there any more.
    await services.searchRebuild.order({ again: true });
    await services.searchRebuild.run();
    const words = await db.read.selectFrom("searchWord").select("word").execute();
    expect(words.map(({ word }) => word)).toContain("hydrology");
    expect(words.filter(({ word }) => word.startsWith("other"))).toEqual([]);
    now += 60_000;
    expect(await correct()).toBe("hydrology reservoirs");
    await archive.close();
  });
});
