import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { insertPile, PILE } from "../../../../tests/support/api/sample-pile.ts";
import { bothEngines, openTestArchive } from "../../../../tests/support/platform/archive.ts";
import { up } from "../../platform/db/migrations/202611251410-pile-choices.ts";

test.each(bothEngines)(
  "the migration keeps piles as they are, and the release before can add rows to them, on %s",
  async (engine) => {
    const archive = await openTestArchive(engine);
    const { actor } = await archive.signUp("Student");
    const { schema } = archive.db.write;
    await insertPile(archive, actor.id, [1]);
    await schema.alterTable("pileRow").dropColumn("keepWhole").execute();
    await schema.alterTable("pile").dropColumn("restPlace").execute();

    await up(archive.db.write as unknown as Kysely<unknown>);

    const columns = `"pileId", position, kind, label, fields, state, "sendAnyway", version`;
    await sql`insert into "pileRow" (id, ${sql.raw(columns)})
      select ${"d".repeat(24)}, ${sql.raw(columns)} from "pileRow"`.execute(archive.db.write);
    const { sendRest, rows } = await archive.services.piles.get(actor, PILE);
    expect(sendRest).toBe(false);
    expect(rows.map(({ status }) => status)).toEqual(["ready", "ready"]);
    const { read } = archive.db;
    expect(await read.selectFrom("pile").select("restPlace").execute()).toEqual([{ restPlace: null }]);
    const choices = await read.selectFrom("pileRow").select("keepWhole").execute();
    expect(choices).toEqual([{ keepWhole: 0 }, { keepWhole: 0 }]);
    await archive.close();
  },
);
