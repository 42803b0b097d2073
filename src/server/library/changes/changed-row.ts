import { imageNames, linkName } from "../../../shared/files/files.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import type { ResourceTable } from "../../platform/index.ts";
import { keptCopy } from "../items/drive-copy.repo.ts";
import { editedColumns } from "../items/edited-columns.ts";
import { itemFields, resourceRow } from "../items/resource-row.ts";
import type { ResourceRow } from "../items/resource-rows.repo.ts";
import type { ChangeRow } from "./changes.repo.ts";

const NO_FILE = { fileType: null, fileSize: null, filePages: null, fileWidth: null, fileHeight: null };

/**
 * The item's columns after the change. If the change has neither a file nor a link, the item keeps its
 * current one.
 */
export function changedColumns(
  row: ResourceRow | ResourceTable,
  change: Pick<ChangeRow, "fields" | "fileKey">,
): Partial<ResourceTable> {
  const kind = kindNamed(row.kind);
  const fields = JSON.parse(change.fields) as Record<string, string>;
  const shown = linkName(kind) ?? imageNames(kind)[0] ?? "";
  const keeps = change.fileKey === null && fields[shown] === undefined;
  const kept = keeps ? itemFields(kind, row)[shown] : undefined;
  const fileKey = keeps ? row.fileKey : (change.fileKey ?? keptCopy(row, fields[linkName(kind) ?? ""]));
  const all = kept === undefined ? fields : { ...fields, [shown]: kept };
  return editedColumns(resourceRow(kind, all, { ...row, fileKey }));
}

/** The item with its change applied. */
export function changedRow(row: ResourceRow, change: ChangeRow): ResourceRow {
  const columns = changedColumns(row, change);
  const { fileType, fileSize, filePages, fileWidth, fileHeight } =
    columns.fileKey === row.fileKey ? row : columns.fileKey === null ? NO_FILE : change;
  return { ...row, ...columns, fileType, fileSize, filePages, fileWidth, fileHeight };
}
