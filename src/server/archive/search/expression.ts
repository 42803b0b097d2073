/** Tokens of the index that an item must all have. */
export type Term = readonly string[];
/** Ways to be found: one of the terms will do. */
export type Group = readonly Term[];

/** A query of the index: it finds an item that matches every group. At least one group, none of them empty. */
export type Expression = readonly Group[];

/**
 * The expression in the syntax of an engine.
 * @param quote writes one token; tokens hold letters, marks, digits, and = - _ alone
 */
export function compile(
  expression: Expression,
  { quote, and, or }: { quote: (token: string) => string; and: string; or: string },
): string {
  const term = (tokens: Term) =>
    tokens.length === 1 ? quote(tokens[0] as string) : `(${tokens.map(quote).join(and)})`;
  return expression
    .map((group) => (group.length === 1 ? term(group[0] as Term) : `(${group.map(term).join(or)})`))
    .join(and);
}
