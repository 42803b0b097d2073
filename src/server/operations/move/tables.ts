import { createHash } from "node:crypto";

/** A table that the move copies. */
export interface MovedTable {
  name: string;
  columns: string[];
  /** The columns of the primary key, in order. */
  key: string[];
  /** The column that refers to the same table, as an answer refers to its question; undefined if there is none. */
  parent: string | undefined;
  /** Other tables whose rows must exist first. */
  needs: string[];
}

/**
 * Orders tables so that each comes after the tables that it refers to.
 * @throws Error if tables refer to each other in a circle
 */
export function inOrder(tables: readonly MovedTable[]): MovedTable[] {
  const ordered: MovedTable[] = [];
  let left = tables.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name));
    const next = left.filter(({ needs }) => !needs.some((name) => waiting.has(name)));
    if (next.length === 0) throw new Error(`These tables refer to each other: ${[...waiting].join(", ")}.`);
    ordered.push(...next);
    left = left.filter((table) => !next.includes(table));
  }
  return ordered;
}

export type Cell = string | number | bigint | boolean | Uint8Array | null;
export type Row = Record<string, Cell>;

/** A value as JSON can hold it on both engines: booleans as 0 and 1, large integers as text, bytes as hex. */
export function jsonCell(value: Cell): string | number | null {
  if (typeof value === "boolean") return Number(value);
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString("hex")}`;
  return value;
}

/** Counts and hashes the rows of a table in the order of its primary key. */
export function createTableHash({ columns }: MovedTable) {
  const hash = createHash("sha256");
  let rows = 0;
  return {
    add(row: Row): void {
      rows += 1;
      hash.update(`${JSON.stringify(columns.map((column) => jsonCell(row[column] ?? null)))}\n`);
    },
    result: (): TableHash => ({ rows, sha256: hash.digest("hex") }),
  };
}

export interface TableHash {
  rows: number;
  sha256: string;
}
