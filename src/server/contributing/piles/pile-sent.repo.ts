import { facetNames } from "../../../shared/facets/facets.ts";
import type { Status } from "../../../shared/items/status.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { itemFields } from "../../library/index.ts";
import type { Database } from "../../platform/index.ts";
import type { PileFile } from "./pile-types.ts";

/** The item of a sent row as it is now. */
export interface SentItem {
  status: Status;
  /** The values by field. */
  fields: Record<string, string>;
  /** The file of the item; undefined for an item with a link. */
  file: PileFile | undefined;
}

/** The SQL for the items of sent rows. */
export const sentQueries = (db: Database) => ({
  /** Returns the items of a pile's sent rows, by row. A row whose item was deleted is absent. */
  async sentItems(pileId: string): Promise<Map<string, SentItem>> {
    const rows = await db.read
      .selectFrom("pileRow")
      .innerJoin("resource", "resource.id", "pileRow.itemId")
      .leftJoin("file", "file.key", "resource.fileKey")
      .leftJoin("paper", "paper.sha256", "file.sha256")
      .where("pileRow.pileId", "=", pileId)
      .where("pileRow.state", "=", "sent")
      .select(facetNames.map((name) => `resource.${name}` as const))
      .select((eb) => [
        "pileRow.id as rowId",
        "resource.kind",
        "resource.status",
        "resource.link",
        "resource.details",
        "file.key as fileKey",
        "file.name",
        "file.type",
        "file.size",
        "file.sha256",
        eb.fn.coalesce("paper.pages", eb.lit(1)).as("pages"),
      ])
      .execute();
    return new Map(
      rows.map(({ rowId, status, fileKey, name, type, size, sha256, pages, ...row }) => {
        const isFile = fileKey !== null && type !== null && size !== null && sha256 !== null;
        const place = { rowId, position: 0, turn: 0, firstPage: null, lastPage: null, look: null };
        const file = isFile ? { ...place, id: fileKey, fileKey, name, type, size, sha256, pages } : undefined;
        return [rowId, { status, fields: itemFields(kindNamed(row.kind), row), file }];
      }),
    );
  },
});
