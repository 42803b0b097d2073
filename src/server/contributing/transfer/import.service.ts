import { setImmediate } from "node:timers/promises";
import { authorize } from "../../../shared/people/authorize.ts";
import { invalid } from "../../../shared/problems/errors.ts";
import { kinds } from "../../../shared/kinds/index.ts";
import { type Actor, policy, type User } from "../../../shared/people/policy.ts";
import { parseEmail } from "../../../shared/schemas/text.ts";
import type { AccountsRepo } from "../../people/index.ts";
import { type FileStore, type MakeCover, storeBytes } from "../../files/index.ts";
import { type CsvRecord, readCsv, restore } from "./csv.ts";
import { storeBatch } from "./import-batch.ts";
import { readHeader, REASON } from "./import-columns.ts";
import { type Candidate, createCandidate } from "./import-candidate.ts";
import { BadRow, badRow, readRow, type RefusedRow, rowSchemas } from "./import-row.ts";
import type { TextSource } from "./text-source.ts";
import type { TransferRepo } from "./transfer.repo.ts";

/**
 * The number of rows in one transaction. A batch is large enough for speed, and small enough that other
 * writers hardly wait.
 */
const BATCH_ROWS = 200;
/** The maximum size of a batch's rows in memory, in characters. Images are much larger than other values. */
const BATCH_SIZE = 8_000_000;

export interface ImportProgress {
  rows: number;
  stored: number;
  /** The number of items that already existed. */
  skipped: number;
  bad: number;
}

export interface ImportOptions {
  /** The kind of every row, if the file has no column `kind`. */
  kind?: string | undefined;
  /** Called after each batch. */
  onProgress?: (progress: ImportProgress) => void;
  /**
   * Called with the bad rows of each batch, sorted by line, and the names of the columns of their cells. The
   * import waits until the call ends, and doesn't keep the rows.
   */
  onBad?: (rows: RefusedRow[], columns: string[]) => Promise<void> | void;
}

export interface ImportDependencies {
  transferRepo: TransferRepo;
  accountsRepo: Pick<AccountsRepo, "findByEmail">;
  fileStore: FileStore;
  cover: MakeCover;
  /** The public address of the site. */
  origin: string;
  clock: () => number;
}

/** Imports contributions from a file. */
export function createImportService({
  transferRepo,
  accountsRepo,
  fileStore,
  cover,
  origin,
  clock,
}: ImportDependencies) {
  const schemas = rowSchemas(origin);

  async function importRecords(
    actor: User,
    records: AsyncGenerator<CsvRecord>,
    { kind, onProgress, onBad }: ImportOptions,
  ): Promise<ImportProgress> {
    const header: CsvRecord | undefined = (await records.next()).value;
    if (header?.problem) throw invalid("file", header.problem.code);
    const columns = readHeader(header?.cells ?? [], kind);
    const asIs = policy.importAsIs(actor);
    const report: ImportProgress = { rows: 0, stored: 0, skipped: 0, bad: 0 };
    let batch: Candidate[] = [];
    let unreadable: RefusedRow[] = [];
    let size = 0;
    const isTold = (_: unknown, index: number) => columns[index] !== REASON;

    async function flush() {
      const { stored, skipped, bad: unfit, images } = await storeBatch(transferRepo, batch);
      for (const { file, bytes } of images) await storeBytes(fileStore, file.sha256, bytes);
      const bad = [...unreadable, ...unfit].toSorted((a, b) => a.line - b.line);
      batch = [];
      unreadable = [];
      size = 0;
      report.stored += stored;
      report.skipped += skipped;
      report.bad += bad.length;
      if (bad.length > 0) await onBad?.(bad, columns.filter(isTold));
      onProgress?.({ ...report });
      // Lets other requests run between two batches.
      await setImmediate();
    }

    async function read({ line, cells: stored, problem }: CsvRecord, cells: string[]) {
      if (problem) throw badRow({ row: problem });
      const row = readRow(columns, stored, { kind, asIs, schemas });
      if (!row) return false;
      batch.push(await createCandidate(row, { line, cells, actor, asIs, fileStore, cover, now: clock() }));
      return true;
    }

    for await (const record of records) {
      const cells = record.cells.map((cell) => restore(cell ?? "")).filter(isTold);
      size += cells.reduce((sum, cell) => sum + cell.length, 0);
      try {
        if (await read(record, cells)) report.rows += 1;
      } catch (error) {
        if (!(error instanceof BadRow)) throw error;
        report.rows += 1;
        unreadable.push({ line: record.line, cells, reason: error.message });
      }
      if (batch.length + unreadable.length >= BATCH_ROWS || size >= BATCH_SIZE) await flush();
    }
    await flush();
    return report;
  }

  async function importCsv(
    actor: Actor,
    source: TextSource,
    options: ImportOptions = {},
  ): Promise<ImportProgress> {
    const importer = authorize(actor, "contribute");
    if (options.kind !== undefined && !kinds.some((kind) => kind.name === options.kind)) {
      throw invalid("kind", "choice", kinds.map((kind) => kind.name).join(", "));
    }
    const records = readCsv(source);
    try {
      return await importRecords(importer, records, options);
    } finally {
      await records.return(undefined);
    }
  }

  return {
    /**
     * Imports a CSV file with items of one kind, or of several kinds if the file has a column `kind`. Good
     * rows become the actor's contributions. An admin's import keeps `_id`, status, uploader and date if the
     * file has these columns. Existing items are not stored again (see `identityOf`), so an interrupted
     * import can be repeated.
     * @returns the counts of the rows
     * @throws DomainError sign_in_required; invalid_input if the file is not CSV or has unknown columns
     */
    importCsv,

    /**
     * Imports from the command line, without a login.
     * @param email the account that the import belongs to
     * @throws DomainError as `importCsv`; invalid_input for an email without an account
     */
    async importAsOperator(
      email: string,
      source: TextSource,
      options: ImportOptions = {},
    ): Promise<ImportProgress> {
      const known = parseEmail(email);
      const person = known ? await accountsRepo.findByEmail(known) : undefined;
      if (!person || person.suspendedAt) throw invalid("email", "noAccount", email);
      return importCsv(person, source, options);
    },
  };
}
