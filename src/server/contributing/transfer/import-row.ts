import type { z } from "zod";
import { DomainError, type Problem, type Problems } from "../../../shared/problems/errors.ts";
import { type Kind, kindNamed, kinds } from "../../../shared/kinds/index.ts";
import { messagesIn, problemText } from "../../../shared/messages/index.ts";
import { itemSchema } from "../../../shared/schemas/item.ts";
import { displayNameSchema } from "../../../shared/schemas/people.ts";
import { emailSchema, idSchema } from "../../../shared/schemas/text.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import { parseStatus, type Status } from "../../../shared/items/status.ts";
import { restore } from "./csv.ts";
import { LAST_TIME } from "./last-time.ts";
import { readChange, takesChanges, type TransferredChange } from "./transferred-change.ts";
import { type FactColumn, meaningOf, printable, REASON } from "./import-columns.ts";
import type { ProblemCode } from "../../../shared/problems/problem-codes.ts";

/** The values of a row besides its fields. Blank cells are absent. */
export interface RowFacts {
  id?: string;
  status?: Status;
  userName?: string;
  email?: string;
  /** The time of the contribution, in epoch milliseconds. */
  createdAt?: number;
  /** The change that waits for an admin. */
  change?: TransferredChange;
}

export interface ReadRow {
  kind: Kind;
  /** The validated fields by canonical name. */
  fields: Record<string, string>;
  facts: RowFacts;
}

/** A row that was not stored. */
export interface RefusedRow {
  /** The line in the file. The first line is 1. */
  line: number;
  /** The texts of the row as the import reads them, without an earlier reason. */
  cells: string[];
  /** The reason in plain English. */
  reason: string;
}

/** A row that can't be stored. */
export class BadRow extends Error {}

export interface RowOptions {
  /** The kind of every row, if the file has no column `kind`. */
  kind: string | undefined;
  /** Whether to read the facts. If false, facts are ignored, as in a contribution. */
  asIs: boolean;
  /** The schemas of all kinds. */
  schemas: RowSchemas;
}

export type RowSchemas = ReturnType<typeof rowSchemas>;

/**
 * @param origin the address of the site. Links to its own files are valid, because an export contains them
 */
export const rowSchemas = (origin: string) => ({
  origin,
  items: new Map(kinds.map((kind) => [kind, itemSchema(kind, origin)])),
});

/**
 * Reads one row with the same rules as for a contribution.
 * @param columns the result of `readHeader`
 * @returns undefined for a row with only blank cells
 * @throws BadRow with the reason in plain English
 */
export function readRow(
  columns: string[],
  cells: (string | undefined)[],
  options: RowOptions,
): ReadRow | undefined {
  const texts = cells.map((cell) => (cell === undefined ? undefined : restore(cell)));
  if (texts.every((text, index) => columns[index] === REASON || text?.trim() === "")) return undefined;
  const tooMany = texts.slice(columns.length).some((text) => text?.trim() !== "");
  if (texts.length < columns.length || tooMany)
    throw badRow({ row: { code: "cellCount", param: String(columns.length) } });
  const kind = kindOf(texts[columns.indexOf("kind")]?.trim() || options.kind || "");

  const input: Record<string, string> = {};
  const facts: Partial<Record<FactColumn, string>> = {};
  const problems: Problems = {};
  for (const [index, column] of columns.entries()) {
    const text = texts[index];
    if (text?.trim() === "") continue;
    const meaning = meaningOf(kind, column);
    if (text === undefined) problems[column] = { code: "notUtf8" };
    else if (meaning === undefined) problems[column] = { code: "otherKind" };
    else if ("field" in meaning) input[meaning.field] = text;
    else if ("fact" in meaning) facts[meaning.fact] = text;
  }
  const fields = collect(problems, () =>
    validate(options.schemas.items.get(kind) as z.ZodType<Record<string, string>>, input),
  );
  const read = options.asIs ? readFacts(kind, facts, { problems, origin: options.schemas.origin }) : {};
  if (!fields || Object.keys(problems).length > 0) throw badRow(problems, kind, { ...facts, ...input });
  return { kind, fields, facts: read };
}

function kindOf(text: string): Kind {
  const name = text.toLowerCase();
  const names = kinds.map((kind) => kind.name);
  if (names.includes(name)) return kindNamed(name);
  const problem: Problem = name === "" ? { code: "required" } : { code: "choice", param: names.join(", ") };
  throw badRow({ kind: problem }, undefined, { kind: text });
}

/** Adds the problems that a check finds in fields without an earlier problem. */
function collect<T>(problems: Problems, check: () => T, name?: string): T | undefined {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    for (const [field, problem] of Object.entries(error.fields ?? {})) problems[name ?? field] ??= problem;
    return undefined;
  }
}

function readFacts(
  kind: Kind,
  texts: Partial<Record<FactColumn, string>>,
  { problems, origin }: { problems: Problems; origin: string },
): RowFacts {
  const facts: RowFacts = {};
  const read = <T>(column: FactColumn, check: (text: string) => T): T | undefined => {
    const text = texts[column];
    return text === undefined ? undefined : collect(problems, () => check(text.trim()), column);
  };
  const id = read("_id", (text) => validate(idSchema, text));
  const status = read("status", (text) => parseStatus(text) ?? fail("status"));
  const userName = read("userName", (text) => validate(displayNameSchema, text));
  const email = read("email", (text) => validate(emailSchema, text));
  const createdAt = read("createdAt", (text) => parseDate(text) ?? fail("date"));
  const change = read("change", (text) => (takesChanges(kind) ? changeIn(kind, text, origin) : undefined));
  if (id !== undefined) facts.id = id;
  if (status !== undefined) facts.status = status;
  if (userName !== undefined) facts.userName = userName;
  if (email !== undefined) facts.email = email;
  if (createdAt !== undefined) facts.createdAt = createdAt;
  if (change !== undefined) facts.change = change;
  return facts;
}

function changeIn(kind: Kind, text: string, origin: string): TransferredChange {
  try {
    return readChange(kind, text, origin);
  } catch (error) {
    // One problem covers the whole cell, because the fields of a change have no columns.
    if (error instanceof DomainError || error instanceof SyntaxError) return fail("invalid");
    throw error;
  }
}

function fail(code: ProblemCode): never {
  throw new DomainError("invalid_input", { fields: { "": { code } } });
}

const ISO_DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/i;

/** Parses ISO 8601 or epoch milliseconds and returns epoch milliseconds. A time without a zone is UTC. */
export function parseDate(text: string): number | undefined {
  const digits = /^\d{1,15}$/.test(text);
  if (!digits && !ISO_DATE.test(text)) return undefined;
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text) || text.length === 10;
  const time = digits ? Number(text) : Date.parse(zoned ? text : `${text}Z`);
  // Date.parse reads 30 February as 1 March.
  const inCalendar =
    digits || new Date(Date.parse(text.slice(0, 10))).getUTCDate() === Number(text.slice(8, 10));
  return inCalendar && time >= 0 && time <= LAST_TIME ? time : undefined;
}

/**
 * Builds the error of a row, with a sentence for each problem.
 * @param kind the kind whose labels name the fields
 * @param typed the texts of the row by field, which the sentences repeat
 */
export function badRow(problems: Problems, kind?: Kind, typed: Record<string, string> = {}): BadRow {
  const sentence = ([name, problem]: [string, Problem]) => {
    const label = kind?.words.en.fields[name]?.label;
    const said = label && label.toLowerCase() !== name.toLowerCase() ? `${label} (${name})` : (label ?? name);
    const text = [name, ...(kind?.fields[name]?.aliases ?? [])].map((one) => typed[one]).find(Boolean);
    return problemText(messagesIn("en"), text ? `${said} ${printable(text)}` : said, problem);
  };
  return new BadRow(Object.entries(problems).map(sentence).join("; ").replaceAll(".; ", "; "));
}
