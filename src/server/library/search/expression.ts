/** Tokens of the index. An item matches if it has all these tokens. */
export type Term = readonly string[];
/** Alternative terms. An item matches if it matches at least one term. */
export type Group = readonly Term[];

/**
 * A query of the index. An item matches if it matches every group. There is at least one group, and no group
 * is empty.
 */
export type Expression = readonly Group[];

/**
 * Writes the expression in the syntax of an engine.
 * @param quote quotes one token. Tokens contain only letters, marks, digits, and the characters = - _
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
