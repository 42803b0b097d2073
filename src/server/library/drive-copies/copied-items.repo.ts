import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { Query } from "../../platform/index.ts";

/** Whether an item has a Drive link. The index `resource_drive` has the same expression. */
export const isDriveLink: RawBuilder<SqlBool> = sql<SqlBool>`substr(resource."linkKey", 1, 6) = 'drive:'`;

/** Some rows in the order of their item's id: `count` rows after the id `after`. */
export interface Part {
  after: string;
  count: number;
}

/** The states of copies that belong to an item's present link and file. @param part only these states */
export const copyStates = (db: Query, part?: Part) =>
  db
    .selectFrom((eb) => {
      const all = eb.selectFrom("driveCopy").selectAll();
      // With a limit, SQLite reads these rows first, instead of all items.
      const some = part && all.where("itemId", ">", part.after).orderBy("itemId").limit(part.count);
      return (some ?? all).as("driveCopy");
    })
    .innerJoin("resource", (join) =>
      join.onRef("resource.id", "=", "driveCopy.itemId").onRef("resource.linkKey", "=", "driveCopy.linkKey"),
    )
    .where("resource.removedFrom", "is", null)
    .where((eb) =>
      eb.or([
        eb.and([eb("driveCopy.state", "=", "copied"), eb("resource.fileKey", "is not", null)]),
        eb.and([
          eb("driveCopy.state", "!=", "copied"),
          eb("resource.fileKey", "is", null),
          eb("resource.status", "!=", "Cancelled"),
        ]),
      ]),
    );

/** Items with a Drive link and without a file, by id. */
export const driveItems = (db: Query) =>
  db.selectFrom("resource").where(isDriveLink).where("resource.fileKey", "is", null);

/** Items with a Drive link and without a file that need a copy, with the state of their copy. */
export const itemsWithoutCopy = (db: Query) =>
  driveItems(db)
    .leftJoin("driveCopy", (join) =>
      join.onRef("driveCopy.itemId", "=", "resource.id").onRef("driveCopy.linkKey", "=", "resource.linkKey"),
    )
    .where("resource.removedFrom", "is", null)
    .where("resource.status", "!=", "Cancelled");

/** The size of all copies together, in bytes. @param ownerId only the copies of this account's items */
export async function usedSpace(db: Query, ownerId?: string): Promise<number> {
  const { bytes } = await db
    .selectFrom("driveCopyFile")
    .$if(ownerId !== undefined, (query) => query.where("ownerId", "=", ownerId as string))
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("size"), eb.lit(0)).as("bytes"))
    .executeTakeFirstOrThrow();
  return Number(bytes);
}
