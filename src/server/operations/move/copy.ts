import { MoveError } from "./move-error.ts";
import type { Source } from "./source.repo.ts";
import { createTableHash, type MovedTable, type Row, type TableHash } from "./tables.ts";
import type { Target } from "./target.repo.ts";

/** The limits of one batch: rows, and characters of text. */
const MAX_ROWS = 1_000;
const MAX_TEXT = 2_000_000;
/** PostgreSQL's errors for the character U+0000, in JSON and in text. */
const NO_SUCH_CHARACTER = new Set(["22P05", "22021"]);

/** Shows a step of the move: copying, then comparing. */
export interface MoveProgress {
  /** @param rows of all tables */
  begin(step: "copy" | "compare", rows: number): void;
  update(rows: number): void;
  end(): void;
}

interface CopyOptions {
  source: Source;
  target: Target;
  tables: readonly MovedTable[];
  progress: MoveProgress;
  /** Called before each batch. @throws MoveError if the copy must stop */
  check: () => void;
}

/**
 * Copies the rows that the target does not have yet, completes the target, and compares all tables.
 * @throws MoveError; the errors of both databases
 */
export async function copyTables(options: CopyOptions): Promise<void> {
  const { source, target, tables, progress } = options;
  const total = tables.reduce((sum, table) => sum + source.count(table), 0);
  progress.begin("copy", total);
  try {
    await copyAll(options);
    await target.complete(tables);
  } finally {
    progress.end();
  }
  progress.begin("compare", total);
  try {
    await compareAll(options);
  } finally {
    progress.end();
  }
}

async function copyAll({ source, target, tables, progress, check }: CopyOptions): Promise<void> {
  const copied = new Map((await target.copied()).map(({ name, rows }) => [name, rows]));
  let done = [...copied.values()].reduce((sum, rows) => sum + rows, 0);
  for (const table of tables) {
    for (const batch of inBatches(source.rows(table, "parentsFirst", copied.get(table.name)))) {
      check();
      await target.insert(table, batch).catch((error: unknown) => {
        const { code = "" } = error as { code?: string };
        throw NO_SUCH_CHARACTER.has(code) ? new MoveError("character", table.name) : error;
      });
      done += batch.length;
      progress.update(done);
    }
  }
}

function* inBatches(rows: Iterable<Row>): Generator<Row[]> {
  let batch: Row[] = [];
  let text = 0;
  for (const row of rows) {
    batch.push(row);
    for (const cell of Object.values(row)) if (typeof cell === "string") text += cell.length;
    if (batch.length < MAX_ROWS && text < MAX_TEXT) continue;
    yield batch;
    batch = [];
    text = 0;
  }
  if (batch.length > 0) yield batch;
}

async function compareAll({ source, target, tables, progress, check }: CopyOptions): Promise<void> {
  let done = 0;
  for (const table of tables) {
    check();
    const here = createTableHash(table);
    await target.eachRow(table, (row) => here.add(row));
    const there = hashOf(source, table);
    const result = here.result();
    if (result.sha256 !== there.sha256) throw new MoveError("different", table.name);
    done += result.rows;
    progress.update(done);
  }
}

/** The number of rows of a table, and the hash of their content. */
export function hashOf(source: Source, table: MovedTable): TableHash {
  const hash = createTableHash(table);
  for (const row of source.rows(table, "key")) hash.add(row);
  return hash.result();
}
