import type { Kysely } from "kysely";
import { linkKey } from "../../../../shared/drive-link.ts";
import type { ResourceTable } from "../schema/schema.ts";

const BATCH = 500;

/** Computes the link keys of existing items again, because file ids are now found in more forms of links. */
export async function up(untyped: Kysely<unknown>): Promise<void> {
  const db = untyped as Kysely<{ resource: Pick<ResourceTable, "id" | "link" | "linkKey"> }>;
  let rows: Pick<ResourceTable, "id" | "link" | "linkKey">[] = [];
  do {
    rows = await db
      .selectFrom("resource")
      .select(["id", "link", "linkKey"])
      .where("link", "is not", null)
      .where("id", ">", rows.at(-1)?.id ?? "")
      .orderBy("id")
      .limit(BATCH)
      .execute();
    for (const { id, link, linkKey: before } of rows) {
      const key = linkKey(link as string);
      if (key === before) continue;
      await db.updateTable("resource").set({ linkKey: key }).where("id", "=", id).execute();
    }
  } while (rows.length === BATCH);
}
