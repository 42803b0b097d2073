import { DomainError, invalid } from "../../../shared/problems/errors.ts";
import { type Kind, kinds } from "../../../shared/kinds/index.ts";

/**
 * The columns that are not fields of a kind. `parentId` is the question's id, under a name that fits every
 * kind.
 */
const factColumns = [
  "_id",
  "kind",
  "status",
  "userName",
  "email",
  "createdAt",
  "change",
  "parentId",
] as const;
export type FactColumn = (typeof factColumns)[number];

/**
 * The column of a file of bad rows that says why each was refused. An import ignores it, so that the mended
 * file can be imported.
 */
export const REASON = "reason";

const isFact = (name: string): boolean => (factColumns as readonly string[]).includes(name);

/** The original spelling of each field name, by its lower-case form. */
const known = new Map<string, string>();
for (const name of [...factColumns, REASON, ...kinds.flatMap(spellings)]) {
  if (!known.has(name.toLowerCase())) known.set(name.toLowerCase(), name);
}

function spellings(kind: Kind): string[] {
  const fields = Object.entries(kind.fields).flatMap(([name, field]) => [name, ...(field.aliases ?? [])]);
  return kind.parent ? [...fields, kind.parent.idField] : fields;
}

/**
 * Reads the first line of a file.
 * @param cells a cell is undefined if it is not UTF-8
 * @param kind the kind of every row, if the file has no column `kind`
 * @returns the name of each column, in the spelling of the field
 * @throws DomainError invalid_input for unknown or repeated columns, or if the kind is unknown
 */
export function readHeader(cells: (string | undefined)[], kind: string | undefined): string[] {
  const given = withoutBlankEnd(cells.map((cell) => cell?.trim() ?? "�"));
  const columns = given.map((cell) => known.get(cell.toLowerCase()) ?? "");
  const unknown = given.filter((_, index) => columns[index] === "");
  if (unknown.length > 0) {
    throw new DomainError("invalid_input", {
      fields: {
        columns: { code: "unknownColumns", param: unknown.map(printable).join(", ") },
        known: { code: "knownColumns", param: [...known.values()].join(", ") },
      },
    });
  }
  const twice = columns.find((column, index) => columns.indexOf(column) !== index);
  if (twice) throw invalid("columns", "columnTwice", twice);
  if (!kind && !columns.includes("kind")) throw invalid("columns", "noKindColumn");
  return columns;
}

/** Spreadsheets often add empty columns at the end of each line. */
function withoutBlankEnd(cells: string[]): string[] {
  const last = cells.findLastIndex((cell) => cell !== "");
  return cells.slice(0, last + 1);
}

/** Text from a file, made safe for a terminal: short, quoted and without control characters. */
export function printable(text: string): string {
  const plain = text.replace(/\p{C}/gu, "�");
  return `"${plain.length > 40 ? `${plain.slice(0, 40)}…` : plain}"`;
}

/**
 * The meaning of a column for one kind: a field (under any of its names), a fact, ignored, or undefined if
 * the kind has no such column.
 */
export type Meaning = { field: string } | { fact: FactColumn } | { ignored: true } | undefined;

/** The meanings are computed in advance, because every cell of every row needs them. */
const meanings = new Map<Kind, Map<string, Meaning>>(kinds.map((kind) => [kind, meaningsIn(kind)]));

function meaningsIn(kind: Kind): Map<string, Meaning> {
  const own = new Map(spellings(kind).map((name) => [name.toLowerCase(), name]));
  const ignored = new Set(kind.ignored.map((name) => name.toLowerCase()));
  const meaning = (name: string): Meaning => {
    const field = own.get(name.toLowerCase());
    if (field) return { field };
    if (name === "parentId") return kind.parent && { field: kind.parent.idField };
    if (isFact(name)) return { fact: name as FactColumn };
    return name === REASON || ignored.has(name.toLowerCase()) ? { ignored: true } : undefined;
  };
  return new Map([...known.values()].map((name) => [name, meaning(name)]));
}

/** The meaning of this column in a row of this kind. */
export const meaningOf = (kind: Kind, column: string): Meaning => meanings.get(kind)?.get(column);
