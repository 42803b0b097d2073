import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { bothEngines } from "../../../../tests/support/platform/archive.ts";
import { openChangeWorld } from "../../../../tests/support/archive/change-world.ts";
import { up as addChanges } from "../../platform/db/migrations/202611221500-changes.ts";

test.each(bothEngines)(
  "the migration keeps earlier items unchanged, and their contributor can then edit them, on %s",
  async (engine) => {
    const world = await openChangeWorld(engine);
    const { write } = world.archive.db;
    const id = await world.approvedNote("From before");
    const items = () => write.selectFrom("resource").selectAll().execute();
    const before = await items();
    await write.schema.dropTable("change").execute();
    await addChanges(write as unknown as Kysely<unknown>);
    expect(await items()).toEqual(before);
    await world.edit(world.student, id, { topic: "After" });
    expect((await world.openChange(id))?.changed.title).toBe("After");
    await world.archive.close();
  },
);
