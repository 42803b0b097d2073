import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { bothEngines, openTestArchive, VISIT } from "../../../../tests/support/platform/archive.ts";
import { up } from "../../platform/db/migrations/202611291030-upload-names.ts";
import { randomKey } from "../../platform/index.ts";

test.each(bothEngines)(
  "a pile names its unfinished uploads, and not those of forms and of the release before the column, on %s",
  async (engine) => {
    const archive = await openTestArchive(engine);
    const { piles, uploadSpace } = archive.services;
    const { write } = archive.db;
    const { actor } = await archive.signUp("Student");
    const pileId = await piles.create(actor);
    const begin = async (name: string | undefined, pile: string | undefined) => {
      const id = randomKey();
      await uploadSpace.begin(actor, VISIT.client, { id, size: 1_000, pileId: pile, name, papers: 1 });
      return id;
    };
    const old = await begin("old.pdf", pileId);
    await write.schema.alterTable("openUpload").dropColumn("name").execute();
    await up(write as unknown as Kysely<unknown>);
    expect(await write.selectFrom("openUpload").select(["id", "name"]).execute()).toEqual([
      { id: old, name: null },
    ]);

    await begin(undefined, undefined);
    const id = await begin("CSE-2103_Final.pdf", pileId);
    const unfinished = async () => (await piles.get(actor, pileId)).unfinished;
    expect(await unfinished()).toEqual([{ id, name: "CSE-2103_Final.pdf", size: 1_000 }]);
    await uploadSpace.end(id);
    expect(await unfinished()).toEqual([]);
    await archive.close();
  },
);
