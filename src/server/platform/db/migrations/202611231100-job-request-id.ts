import type { Kysely } from "kysely";

/** Adds the id of the request that enqueued a job. A release without this column still inserts jobs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("job").addColumn("requestId", "text").execute();
}
