import { authorize } from "../../../shared/people/authorize.ts";
import { invalid } from "../../../shared/problems/errors.ts";
import { linkName } from "../../../shared/files/files.ts";
import { type Kind, kinds } from "../../../shared/kinds/index.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import type { FileStore } from "../../files/index.ts";
import { itemFields, fileDownload } from "../../library/index.ts";
import { csvLine } from "./csv.ts";
import { changeCell, takesChanges } from "./transferred-change.ts";
import type { Cursor, ExportRow, TransferRepo } from "./transfer.repo.ts";

const PAGE_ROWS = 500;
/** The approximate length of a piece of the text, in characters. */
const PIECE = 65_536;

export interface ExportOptions {
  /** Exports only this kind. */
  kind?: string | undefined;
  /** Called after each page with the number of items written so far. */
  onProgress?: (items: number) => void;
}

export interface ExportDependencies {
  transferRepo: TransferRepo;
  fileStore: FileStore;
  /** The public address of the site, with which the addresses of files begin. */
  origin: string;
}

export function createExportService({ transferRepo, fileStore, origin }: ExportDependencies) {
  async function* exportAll({ kind: only, onProgress }: ExportOptions): AsyncGenerator<string> {
    const exported = kinds.filter((kind) => !only || kind.name === only);
    if (exported.length === 0) throw invalid("kind", "choice", kinds.map((kind) => kind.name).join(", "));
    const columns = exportColumns(exported);
    let text = csvLine(columns);
    let items = 0;
    // Questions come before their answers, so that an import finds the question of each answer.
    for (const group of [exported.filter((kind) => !kind.parent), exported.filter((kind) => kind.parent)]) {
      for await (const page of pages(group)) {
        for (const row of page) {
          text += await lineOf(row, columns);
          if (text.length < PIECE) continue;
          yield text;
          text = "";
        }
        onProgress?.((items += page.length));
      }
    }
    yield text;
  }

  /**
   * Writes the line of an item. If the item's bytes were removed in the meantime, it reads the item again.
   * @returns "" if the item was deleted too
   */
  async function lineOf(row: ExportRow, columns: string[]): Promise<string> {
    try {
      return csvLine(await cellsOf(row, columns, { fileStore, origin }));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      const [now] = await transferRepo.exportRows([row.id]);
      if (!now) return "";
      // The item still uses the missing bytes, so this is a real error.
      if (now.fileSha256 === row.fileSha256 && now.change?.sha256 === row.change?.sha256) throw error;
      return lineOf(now, columns);
    }
  }

  async function* pages(group: Kind[]): AsyncGenerator<ExportRow[]> {
    const names = group.map((kind) => kind.name);
    let after: Cursor = { createdAt: -1, id: "" };
    while (names.length > 0) {
      const page = await transferRepo.exportPage(names, after, PAGE_ROWS);
      if (!page) return;
      yield page.rows;
      after = page.last;
    }
  }

  return {
    /**
     * Exports the archive as CSV text in pieces: items of every kind and status, oldest first. Stored images
     * are data URLs, uploaded files are addresses, and a waiting change has a separate column. If an admin
     * imports the file into an empty archive at the same address, that archive's export is identical.
     * @throws DomainError sign_in_required, forbidden; invalid_input for an unknown kind
     */
    exportCsv(actor: Actor, options: ExportOptions = {}): AsyncIterable<string> {
      authorize(actor, "exportEverything");
      return exportAll(options);
    },

    /** Exports for the command line, where there is no actor to check. */
    exportAsOperator: (options: ExportOptions = {}): AsyncIterable<string> => exportAll(options),
  };
}

function exportColumns(exported: readonly Kind[]): string[] {
  const fields = exported.flatMap((kind) => Object.keys(kind.fields));
  const change = exported.some(takesChanges) ? ["change"] : [];
  const parents = exported.flatMap((kind) => (kind.parent ? [kind.parent.idField] : []));
  return [
    ...new Set(["_id", "kind", ...fields, ...parents, "status", "userName", "email", "createdAt", ...change]),
  ];
}

async function cellsOf(
  row: ExportRow,
  columns: string[],
  { fileStore, origin }: Pick<ExportDependencies, "fileStore" | "origin">,
): Promise<string[]> {
  const kind = kinds.find((candidate) => candidate.name === row.kind) as Kind;
  const cells: Record<string, string> = {
    ...itemFields(kind, row),
    _id: row.id,
    kind: row.kind,
    status: row.status,
    userName: row.uploaderName,
    email: row.uploaderEmail,
    createdAt: new Date(row.createdAt).toISOString(),
  };
  if (kind.parent && row.parentId) cells[kind.parent.idField] = row.parentId;
  const link = linkName(kind);
  const address = fileDownload(kind, row, origin);
  if (link !== undefined && address !== undefined && cells[link] === undefined) cells[link] = address;
  const image = Object.keys(kind.fields).find((name) => kind.fields[name]?.type === "image");
  if (image && row.fileSha256) {
    const bytes = Buffer.from(await fileStore.get(row.fileSha256));
    cells[image] = `data:${row.fileType};base64,${bytes.toString("base64")}`;
  }
  if (row.change) cells["change"] = await changeCell(kind, row, row.change, { fileStore, origin });
  return columns.map((column) => cells[column] ?? "");
}
