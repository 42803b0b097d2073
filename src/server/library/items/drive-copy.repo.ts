import { linkKey } from "../../../shared/files/drive-link.ts";
import { removeFiles } from "../../files/index.ts";
import type { Query, ResourceTable } from "../../platform/index.ts";
import type { PlanCopy } from "./copy-plan.ts";

/**
 * The file that an item keeps if its link becomes `link`: the copy of the Drive file, as long as the link leads
 * to the same file.
 */
export function keptCopy(
  row: Pick<ResourceTable, "link" | "fileKey">,
  link: string | undefined,
): string | null {
  const isSame = link !== undefined && row.link !== null && linkKey(link) === linkKey(row.link);
  return isSame ? row.fileKey : null;
}

/** Plans the copy of an existing item; see `PlanCopy`. */
export async function planCopyOf(trx: Query, planCopy: PlanCopy, id: string): Promise<void> {
  const item = trx
    .selectFrom("resource")
    .select(["id", "link", "fileKey", "uploaderId", "status"])
    .where("id", "=", id);
  const found = await item.executeTakeFirst();
  if (found) await planCopy(trx, found);
}

/**
 * Removes the copy of a removed or rejected item's Drive file. An uploaded file stays, because a restored item has nothing
 * else.
 * @returns the result of `removeFiles`
 */
export async function releaseCopy(trx: Query, id: string): Promise<string[]> {
  const item = trx.selectFrom("resource").select("fileKey").where("id", "=", id);
  const { fileKey } = (await item.where("link", "is not", null).executeTakeFirst()) ?? {};
  if (!fileKey) return [];
  await trx.updateTable("resource").set({ fileKey: null }).where("id", "=", id).execute();
  return removeFiles(trx, [fileKey]);
}
