import { fromBijoy } from "./bijoy.ts";
import { judgeFonts } from "./legibility.ts";
import { type LineBox, lineBox } from "./line-box.ts";
import { allocate, type Pdfium } from "./pdfium.ts";
import { asText, inReadingOrder, type Line, type TextPiece, WIDE_GAP, WORD_GAP } from "./reading-order.ts";
import { createTextObjects, type TextObjects } from "./text-objects.ts";

const MAX_CHARS = 100_000;
/** A char that is further from the baseline of its piece (in font sizes) begins a new piece. */
const NEW_LINE = 0.6;
/** A char that is further left than the end of its piece (in font sizes) begins a new piece. */
const BACKWARDS = -1;
const YA = "য";
/**
 * The width of a conjunct by its first letters, in widths of its widest letter: a reph stands above the next letter,
 * and fonts draw the letters after স side by side.
 */
const CONJUNCTS: [start: string, width: number][] = [
  ["র্", 1],
  ["স্", 1.4],
  ["", 1.1],
];
const SPACE = 0x20;
/** A hyphen at the end of a line, as PDFium marks it. */
const HYPHEN = 0xfffe;

/** How far letters reach above and below their baseline, in font sizes. Bangla signs reach furthest. */
const [ABOVE, BELOW] = [0.85, 0.3];

/** Smaller text is hidden. A share of the page's height: 1.4 points of A4. */
const MIN_SIZE = 1 / 600;

/** The text layer of a page. */
export interface PageLayer {
  text: string;
  /** Whether a part of the text is not what the page shows, because a font mixes up its letters. */
  isBroken?: boolean;
  /** The place of each line of the text; null if it is not on the page. */
  boxes: (LineBox | null)[];
}

/** The text layer of a page in reading order, without text in pictures. @param page the handle of a page */
export function textOfPage(pdfium: Pdfium, page: number): PageLayer {
  const text = pdfium._FPDFText_LoadPage(page);
  if (!text) return { text: "", boxes: [] };
  const buffer = allocate(pdfium, BUFFER_BYTES);
  const objects = createTextObjects(pdfium, page, text);
  try {
    const quarters = pdfium._FPDFPage_GetRotation(page);
    const seen = seenPage(pdfium, page, { buffer, quarters });
    const at = (index: number, code: number) =>
      charAt(pdfium, text, { index, code, buffer, quarters, seen, objects });
    const { clusters, unknown } = clustersOf(pdfium, text, at);
    const { bijoy, isBroken } = judgeFonts(clusters, unknown, objects.fontName);
    const lines = inReadingOrder(piecesOf(clusters, bijoy));
    return { text: lines.map(asText).join("\n"), boxes: lines.map((line) => boxOf(line, seen)), isBroken };
  } finally {
    objects.close();
    pdfium.wasmExports.free(buffer);
    pdfium._FPDFText_ClosePage(text);
  }
}

/** The edges of a page as its reader sees it, in the coordinates of `TextPiece`. */
interface SeenPage {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** @returns undefined if PDFium doesn't know the size */
function seenPage(
  pdfium: Pdfium,
  page: number,
  { buffer, quarters }: Pick<CharSource, "buffer" | "quarters">,
): SeenPage | undefined {
  if (!pdfium._FPDF_GetPageBoundingBox(page, buffer)) return undefined;
  const view = new DataView(pdfium.HEAPU8.buffer, buffer, BUFFER_BYTES);
  const [left, top, right, bottom] = [0, 4, 8, 12].map((at) => view.getFloat32(at, true)) as [
    number,
    number,
    number,
    number,
  ];
  const [across, down] = [right - left, top - bottom];
  return [
    { left, top: -top, width: across, height: down },
    { left: bottom, top: left, width: down, height: across },
    { left: -right, top: bottom, width: across, height: down },
    { left: -top, top: -right, width: down, height: across },
  ][quarters];
}

const isOnPage = ({ x, y }: { x: number; y: number }, { left, top, width, height }: SeenPage): boolean =>
  x >= left && x <= left + width && y >= top && y <= top + height;

function boxOf(line: Line, page: SeenPage | undefined): LineBox | null {
  if (!page) return null;
  const edge = (of: (piece: TextPiece) => number, most: typeof Math.max) => most(...line.map(of));
  const edges = {
    left: edge(({ left }) => left, Math.min) - page.left,
    right: edge(({ right }) => right, Math.max) - page.left,
    top: edge(({ baseline, size }) => baseline - ABOVE * size, Math.min) - page.top,
    bottom: edge(({ baseline, size }) => baseline + BELOW * size, Math.max) - page.top,
  };
  return lineBox(edges, page);
}

/** Chars that have one place on the page: a char, or a Bangla conjunct with its vowel signs. */
interface Cluster extends TextPiece {
  /** The width of its widest letter. */
  width: number;
  /** Whether its line is level for a reader of the page. */
  isLevel: boolean;
  /** What PDFium saw before it: nothing, a space or the end of a line. */
  after: "" | "space" | "line";
  /** The handle of its font. */
  font: number;
}

function clustersOf(
  pdfium: Pdfium,
  text: number,
  read: (index: number, code: number) => Cluster | undefined,
): { clusters: Cluster[]; unknown: number } {
  const clusters: Cluster[] = [];
  let unknown = 0;
  let after: Cluster["after"] = "";
  const count = Math.min(pdfium._FPDFText_CountChars(text), MAX_CHARS);
  for (let index = 0; index < count; index += 1) {
    const code = pdfium._FPDFText_GetUnicode(text, index);
    if (pdfium._FPDFText_IsGenerated(text, index) === 1) {
      if (code === SPACE) after ||= "space";
      else if (code !== HYPHEN) after = "line";
      continue;
    }
    if (code === 0 || pdfium._FPDFText_HasUnicodeMapError(text, index) === 1) unknown += 1;
    const char = code === 0 ? undefined : read(index, code);
    if (!char) continue;
    const last = clusters.at(-1);
    if (last && after === "" && last.left === char.left && last.baseline === char.baseline) widen(last, char);
    else clusters.push({ ...char, after });
    after = "";
  }
  return { clusters: clusters.filter((_cluster, at) => !isRepeated(clusters, at)), unknown };
}

/**
 * Adds a char to its cluster. Vowel signs stand beside the letter, and so does a ya-phala, whose glyph is half as
 * wide as its letter. Other conjuncts are a little wider than their letters.
 */
function widen(cluster: Cluster, { text, width }: Cluster): void {
  cluster.text += text;
  // A glyph for several chars has one width.
  if (width === cluster.width) return;
  if (/^\p{Mc}$/u.test(text)) cluster.right += width;
  else if (text === YA) cluster.right += width / 2;
  else if (/^\p{L}$/u.test(text)) {
    const wider = Math.max(cluster.width, width);
    const [, factor = 1] = CONJUNCTS.find(([start]) => cluster.text.startsWith(start)) ?? [];
    cluster.right += wider * factor - cluster.width;
    cluster.width = wider;
  }
}

/**
 * PDFium repeats the text of a conjunct for each of its glyphs that the file draws at a height of its own, such as a
 * reph. If such glyphs belong to two clusters, it repeats both, and draws the second one over the first copy.
 */
function isRepeated(clusters: readonly Cluster[], at: number): boolean {
  const { text, left } = clusters[at] as Cluster;
  if (isAtOtherHeight(clusters, at, [1, 2])) return true;
  const earlier = clusters[at - 2];
  const isCopy = earlier?.text === text && left > earlier.left && left < earlier.right;
  return isCopy && text.length > 1 && isAtOtherHeight(clusters, at - 1, [2]);
}

/** Whether a cluster repeats one that is so many places before it, but at another height. */
function isAtOtherHeight(clusters: readonly Cluster[], at: number, places: number[]): boolean {
  const { text, baseline, size } = clusters[at] as Cluster;
  if (text.length < 2) return false;
  return places
    .map((before) => clusters[at - before])
    .some(
      (earlier) =>
        earlier?.text === text &&
        earlier.baseline !== baseline &&
        Math.abs(earlier.baseline - baseline) < NEW_LINE * size,
    );
}

/** Joins clusters to parts of lines, in the order of the file. @param bijoy the fonts whose text is in Bijoy */
function piecesOf(clusters: readonly Cluster[], bijoy: ReadonlySet<number>): TextPiece[] {
  const pieces: (TextPiece & { isBijoy: boolean })[] = [];
  for (const { text, left, right, baseline, size, isLevel, after, font } of clusters) {
    const last = pieces.at(-1);
    const isBijoy = bijoy.has(font);
    const piece = last?.isBijoy === isBijoy ? last : undefined;
    const gap = piece ? (left - piece.right) / size : 0;
    const isOnLine =
      piece &&
      Math.abs(baseline - piece.baseline) < NEW_LINE * piece.size &&
      gap < WIDE_GAP &&
      gap > BACKWARDS;
    if (piece && after !== "line" && (isOnLine || !isLevel)) {
      // PDFium adds spaces inside Bangla words, because a letter and its sign have one origin.
      const isSpace = after === "space" && (gap > WORD_GAP || !/\p{Script=Bengali}$/u.test(piece.text));
      piece.text += (isSpace ? " " : "") + text;
      piece.right = Math.max(piece.right, right);
    } else pieces.push({ text, left, right, baseline, size, isBijoy });
  }
  for (const piece of pieces) {
    const { text, isBijoy } = piece;
    piece.text = (isBijoy ? fromBijoy(text).text : text).trimEnd();
  }
  return pieces.filter(({ text }) => text.trim() !== "");
}

/** The bytes for the origin, the box and the matrix of a char. */
const [ORIGIN, BOX, MATRIX, BUFFER_BYTES] = [0, 16, 32, 56];

interface CharSource {
  index: number;
  code: number;
  /** An address with `BUFFER_BYTES` bytes. */
  buffer: number;
  /** How often the page is turned clockwise by 90°. */
  quarters: number;
  seen: SeenPage | undefined;
  objects: TextObjects;
}

/** @returns undefined if PDFium doesn't know the place, or if the page doesn't show the char */
function charAt(pdfium: Pdfium, text: number, source: CharSource): Cluster | undefined {
  const { index, code, buffer, quarters, seen: page, objects } = source;
  const isKnown =
    pdfium._FPDFText_GetCharOrigin(text, index, buffer + ORIGIN, buffer + ORIGIN + 8) &&
    pdfium._FPDFText_GetLooseCharBox(text, index, buffer + BOX) &&
    pdfium._FPDFText_GetMatrix(text, index, buffer + MATRIX);
  if (!isKnown) return undefined;
  // The view is created for each call, because the buffer changes when memory grows.
  const view = new DataView(pdfium.HEAPU8.buffer, buffer, BUFFER_BYTES);
  const [x, y] = [view.getFloat64(ORIGIN, true), view.getFloat64(ORIGIN + 8, true)];
  const float = (at: number) => view.getFloat32(at, true);
  const [left, top, right, bottom] = [float(BOX), float(BOX + 4), float(BOX + 8), float(BOX + 12)];
  const seen = [
    { left: x, right: x + right - left, baseline: -y },
    { left: y, right: y + top - bottom, baseline: x },
    { left: -x, right: -x + right - left, baseline: y },
    { left: -y, right: -y + top - bottom, baseline: -x },
  ][quarters] as Pick<TextPiece, "left" | "right" | "baseline">;
  const [a, b, c, d] = [0, 4, 8, 12].map((at) => float(MATRIX + at)) as [number, number, number, number];
  // The box of a slanted char is wider than its place on the line.
  const slant = quarters % 2 === 1 || d === 0 ? 0 : Math.abs(c / d) * (top - bottom);
  const width = Math.max(0, seen.right - seen.left - slant);
  const size = pdfium._FPDFText_GetFontSize(text, index) * Math.hypot(c, d) || 1;
  const middle = { x: seen.left + width / 2, y: seen.baseline - (size * ABOVE) / 3 };
  if (page && (size < MIN_SIZE * page.height || !isOnPage(middle, page))) return undefined;
  const object = objects.of(index);
  if (object && !objects.isSeen(object, (left + right) / 2, (top + bottom) / 2)) return undefined;
  return {
    ...seen,
    right: seen.left + width,
    width,
    font: object?.font ?? 0,
    isLevel: ([a, b, -a, -b][quarters] as number) > Math.abs(quarters % 2 === 0 ? b : a),
    size,
    text: String.fromCodePoint(code),
    after: "",
  };
}
