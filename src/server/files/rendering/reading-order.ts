/** A part of a line, in the order of its file. Lengths are in the unit of the page. */
export interface TextPiece {
  text: string;
  left: number;
  right: number;
  /** The distance of the baseline from the top of the page. It may be negative. */
  baseline: number;
  /** The size of the font. */
  size: number;
}

/** Pieces whose baselines differ by less (in font sizes) are on one line: an index is lower than its letter. */
const SAME_LINE = 0.5;
/** A wider gap (in font sizes) separates cells or columns. */
export const WIDE_GAP = 1.5;
/** A narrower gap (in font sizes) is inside a word. */
export const WORD_GAP = 0.15;
const CELLS = "   ";
/** A shorter list of lines with a common gap is a table or a heading, which is read line by line. */
const MIN_COLUMN_LINES = 8;
/** In columns, the lines on both sides have at least this many characters on average. */
const COLUMN_CHARS = 20;
/** The search for columns is skipped for pages with more lines, because it takes quadratic time. */
const MAX_LINES = 400;

/** The parts of one line, from left to right. */
export type Line = TextPiece[];
interface Gap {
  left: number;
  right: number;
}

/**
 * Puts the lines of a page in the order in which people read them: from top to bottom, and column by column where
 * the page has columns. Word processors often write the head of a page last.
 */
export function inReadingOrder(pieces: readonly TextPiece[]): Line[] {
  const lines = linesOf(pieces);
  const ordered: Line[] = [];
  for (let at = 0; at < lines.length;) {
    const columns = lines.length > MAX_LINES ? undefined : columnsAt(lines, at);
    if (columns) ordered.push(...columns.left, ...columns.right);
    else ordered.push(lines[at] as Line);
    at = columns?.end ?? at + 1;
  }
  return ordered;
}

function linesOf(pieces: readonly TextPiece[]): Line[] {
  const lines: Line[] = [];
  let first: TextPiece | undefined;
  for (const piece of pieces.toSorted((a, b) => a.baseline - b.baseline)) {
    if (first && piece.baseline - first.baseline < SAME_LINE * Math.max(piece.size, first.size))
      lines.at(-1)?.push(piece);
    else lines.push([(first = piece)]);
  }
  return lines.map((line) => line.toSorted((a, b) => a.left - b.left));
}

/** The text of a line, without line breaks. */
export function asText(line: Line): string {
  let text = "";
  let end = Infinity;
  for (const piece of line) {
    const gap = (piece.left - end) / piece.size;
    text += `${gap > WIDE_GAP ? CELLS : gap > WORD_GAP && !text.endsWith(" ") ? " " : ""}${piece.text}`;
    end = Math.max(piece.right, text === piece.text ? -Infinity : end);
  }
  // Fonts can name any char, also a line break.
  return text.replace(/[\r\n]+/g, " ");
}

/** Two columns that begin at a line; undefined if no columns begin there. `end` is exclusive. */
function columnsAt(lines: Line[], start: number): { left: Line[]; right: Line[]; end: number } | undefined {
  for (let gap of gapsOf(lines[start] as Line)) {
    let end = start;
    let pairs = 0;
    let lengths = [0, 0];
    for (; end < lines.length; end += 1) {
      const line = lines[end] as Line;
      const narrowed = narrow(gap, line);
      if (!narrowed) break;
      gap = narrowed;
      const [left, right] = sidesOf(line, gap).map(lengthOf) as [number, number];
      if (left > 0 && right > 0) {
        pairs += 1;
        lengths = [(lengths[0] as number) + left, (lengths[1] as number) + right];
      }
    }
    if (pairs < MIN_COLUMN_LINES || Math.min(...lengths) < pairs * COLUMN_CHARS) continue;
    const sides = lines.slice(start, end).map((line) => sidesOf(line, gap));
    const side = (index: 0 | 1) => sides.map((both) => both[index]).filter((line) => line.length > 0);
    return { left: side(0), right: side(1), end };
  }
  return undefined;
}

const gapsOf = (line: Line): Gap[] =>
  line
    .slice(1)
    .map((piece, index) => ({ left: (line[index] as TextPiece).right, right: piece.left, size: piece.size }))
    .filter(({ left, right, size }) => right - left > WIDE_GAP * size);

/** The part of a gap that a line leaves free; undefined if the line crosses the gap. */
function narrow({ left, right }: Gap, line: Line): Gap | undefined {
  for (const piece of line) {
    const middle = (left + right) / 2;
    if (piece.right <= middle) left = Math.max(left, piece.right);
    else if (piece.left >= middle) right = Math.min(right, piece.left);
    else return undefined;
  }
  const size = Math.max(...line.map((piece) => piece.size));
  return right - left > size ? { left, right } : undefined;
}

const sidesOf = (line: Line, gap: Gap): [Line, Line] => [
  line.filter((piece) => piece.right <= gap.right),
  line.filter((piece) => piece.right > gap.right),
];
const lengthOf = (line: Line): number => line.reduce((sum, { text }) => sum + text.length, 0);
