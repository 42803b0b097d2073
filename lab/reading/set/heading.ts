/** The details that the archive stores for an exam paper, and that a heading may state. */
export const details = [
  "code",
  "examType",
  "year",
  "semester",
  "term",
  "set",
  "subject",
  "department",
  "university",
] as const;
export type Detail = (typeof details)[number];

/** A part of a heading: its letters, and the details that a person reads from them. */
export interface Statement {
  printed: string;
  truth?: Partial<Record<Detail, string>>;
  /**
   * Other values that are right, besides the value of `truth`, or besides no value. The year of "Session
   * 2019-2020" is one: the session's second year is likely, but not printed.
   */
  tolerated?: Partial<Record<Detail, string[]>>;
}

/** A heading as HTML, and everything that it states. */
export interface Heading {
  html: string;
  statements: Statement[];
}

type Part = Statement | Heading | string | undefined;

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/**
 * Writes HTML and collects the statements in it, so that a paper's truth is exactly what its heading prints.
 */
export function heading(html: TemplateStringsArray, ...parts: Part[]): Heading {
  const statements: Statement[] = [];
  const written = parts.map((part) => {
    if (part === undefined) return "";
    if (typeof part === "string") return escaped(part);
    if ("html" in part) {
      statements.push(...part.statements);
      return part.html;
    }
    statements.push(part);
    return escaped(part.printed);
  });
  return { html: html.map((text, index) => text + (written[index] ?? "")).join(""), statements };
}

/** The part, or nothing. A layout leaves a line out if its statement is missing. */
export const only = (when: unknown, part: () => Heading): Heading | undefined => (when ? part() : undefined);

/** Everything that the statements of a heading say together. */
export function truthOf(statements: Statement[]): Required<Omit<Statement, "printed">> {
  const truth = Object.assign({}, ...statements.map((one) => one.truth ?? {}));
  const tolerated = Object.assign({}, ...statements.map((one) => one.tolerated ?? {}));
  return { truth, tolerated };
}
