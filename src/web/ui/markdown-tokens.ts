import MarkdownIt, { type MarkdownIt as Parser, type StateBlock, type Token } from "markdown-it";

/** The maximum depth of nested quotes and lists. The parser leaves out deeper ones. */
const DEPTH = 100;
/** HTML is shown as text. A plain address does not become a link. */
const options = { html: false, linkify: false, breaks: true, maxNesting: DEPTH };
/**
 * The parser's time grows with the square of a paragraph's length. A paragraph above this limit, in UTF-16
 * code units, is not parsed.
 */
const LONGEST_PARAGRAPH = 10_000;
/**
 * The maximum number of cells in all tables of a text. The parser fills up short rows, so a few characters
 * could become a thousand cells.
 */
const MAX_CELLS = 5_000;
/** Rendering this many elements takes half a second. */
const MAX_ELEMENTS = 12_000;

type TableRule = Parameters<Parser["block"]["ruler"]["at"]>[1];

/** The counts during one parse. */
interface Used {
  cells?: number;
}

const parser = createParser();

/**
 * Parses a text into tokens. A table with too many cells stays text, and a text with too many elements
 * becomes one unformatted paragraph.
 */
export function tokensOf(text: string): Token[] {
  const tokens = parser.parse(text, {});
  return elementsIn(tokens) > MAX_ELEMENTS ? withoutMarks(text) : tokens;
}

function createParser(): Parser {
  const md = new MarkdownIt("default", options);
  md.block.ruler.at("table", boundedTable(), { alt: ["paragraph", "reference"] });
  md.core.ruler.before("inline", "longest_paragraph", ({ tokens }) => {
    for (const token of tokens)
      if (token.type === "inline" && token.content.length > LONGEST_PARAGRAPH) token.type = "text";
  });
  return md;
}

/** The parser's rule for tables, with a limit on the cells of the text. */
function boundedTable(): TableRule {
  const tables = new MarkdownIt("default", options);
  tables.block.ruler.enableOnly(["table"]);
  const [table] = tables.block.ruler.getRules("") as [TableRule];
  return (state, start, end, silent) => {
    const used = state.env as Used;
    const left = MAX_CELLS - (used.cells ?? 0);
    if (left <= 0 || !table(state, start, end, true)) return false;
    if (!isWithin(left, state, start, end)) {
      // No further tables are parsed, because counting the cells of each takes time.
      used.cells = MAX_CELLS;
      return false;
    }
    if (silent) return true;
    const before = state.tokens.length;
    const isTable = table(state, start, end, false);
    const cells = state.tokens.slice(before).filter(({ type }) => type === "th_open" || type === "td_open");
    used.cells = (used.cells ?? 0) + cells.length;
    return isTable;
  };
}

/**
 * Whether a table stays within the limit. Every line before the next blank line is counted as a row with the
 * columns of the header.
 */
function isWithin(cells: number, state: StateBlock, start: number, end: number): boolean {
  const header = state.getLines(start, start + 1, 0, false);
  const columns = header.split("|").length;
  const rows = Math.floor(cells / columns);
  for (let line = start; line < end && !state.isEmpty(line); line += 1) if (line - start > rows) return false;
  return true;
}

function elementsIn(tokens: Token[]): number {
  let elements = 0;
  for (const { type, nesting, children } of tokens) {
    if (nesting !== -1 && type !== "inline" && type !== "text") elements += 1;
    elements += elementsIn(children ?? []);
  }
  return elements;
}

function withoutMarks(text: string): Token[] {
  const [open, content, close] = parser.parse("text", {}) as [Token, Token, Token];
  content.type = "text";
  content.content = text;
  return [open, content, close];
}
