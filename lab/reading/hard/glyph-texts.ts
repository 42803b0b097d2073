import { bijoyPieces } from "./bijoy.ts";
import { contentsOf, type PdfObject } from "./pdf-rewriting.ts";

/** The text that a PDF gives each glyph of a font, by the number of the glyph. */
export type GlyphTexts = Map<number, string>;

const HEX = /<([0-9A-F]+)>/g;
const numbersIn = (hex: string): number[] =>
  (hex.match(/.{4}/g) ?? []).map((four) => Number.parseInt(four, 16));
const textOf = (hex: string): string => String.fromCharCode(...numbersIn(hex));
const hexOf = (text: string): string =>
  [...Array(text.length).keys()]
    .map((at) => text.charCodeAt(at).toString(16).padStart(4, "0"))
    .join("")
    .toUpperCase();

/** Reads the table with which Chromium says the text of each glyph. A glyph without a text of its own has "\0". */
export function glyphTexts(table: string): GlyphTexts {
  const texts: GlyphTexts = new Map();
  for (const [, block = ""] of table.matchAll(/beginbfchar\n(.*?)endbfchar/gs)) {
    const values = [...block.matchAll(HEX)].map(([, hex = ""]) => hex);
    for (let at = 0; at < values.length; at += 2)
      texts.set(Number.parseInt(values[at] as string, 16), textOf(values[at + 1] as string));
  }
  for (const [, block = ""] of table.matchAll(/beginbfrange\n(.*?)endbfrange/gs)) {
    const values = [...block.matchAll(HEX)].map(([, hex = ""]) => hex);
    for (let at = 0; at < values.length; at += 3) {
      const [from, to, text] = values.slice(at, at + 3).map((hex) => Number.parseInt(hex, 16)) as [
        number,
        number,
        number,
      ];
      for (let glyph = from; glyph <= to; glyph += 1)
        texts.set(glyph, String.fromCharCode(text + glyph - from));
    }
  }
  return texts;
}

/** Writes the table again with other texts. */
export function tableOf(texts: GlyphTexts): Buffer {
  const rows = [...texts].map(
    ([glyph, text]) => `<${glyph.toString(16).padStart(4, "0").toUpperCase()}> <${hexOf(text)}>`,
  );
  const blocks = Array.from({ length: Math.ceil(rows.length / 100) }, (_none, at) =>
    rows.slice(at * 100, at * 100 + 100),
  );
  return Buffer.from(
    `/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n` +
      `1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n${blocks
        .map((block) => `${block.length} beginbfchar\n${block.join("\n")}\nendbfchar\n`)
        .join("")}endcmap\nend\nend\n`,
    "latin1",
  );
}

/** Removes the true texts that Chromium writes beside glyphs whose order is not that of the letters. */
export function removeTrueTexts(objects: PdfObject[]): void {
  for (const content of contentsOf(objects)) {
    const text = (content.bytes as Buffer).toString("latin1");
    content.bytes = Buffer.from(
      text.replaceAll(/\/Span<<\/ActualText <[0-9A-F]*> >> BDC\n?/g, "").replaceAll(/^EMC\n/gm, ""),
      "latin1",
    );
  }
}

/**
 * Gives each glyph of a Bangla font the letters that SutonnyMJ stores for it.
 * @param name of the font in the pages, such as "F4"
 * @throws Error if a glyph has no letters
 */
export function bijoyTexts(texts: GlyphTexts, contents: string, name: string, isOld: boolean): GlyphTexts {
  const found: GlyphTexts = new Map();
  for (const [glyph, text] of texts)
    if (text !== "\0")
      found.set(
        glyph,
        bijoyPieces(text, isOld)
          .join("")
          .replaceAll(isOld ? "‡" : "†", isOld ? "†" : "‡"),
      );
  const spans = spansOf(contents, name);
  // What one span teaches helps with the next one.
  for (let round = 0; round < 3; round += 1) for (const span of spans) learn(span, found, isOld);
  for (const glyph of texts.keys()) {
    const span = spans.find(({ glyphs }) => glyphs.includes(glyph));
    if (!found.has(glyph))
      throw new Error(`Nothing says the letters of the glyph ${glyph} in "${span?.text}".`);
  }
  return found;
}

interface Span {
  text: string;
  glyphs: number[];
}

/** Returns the letters and glyphs that belong together. */
function spansOf(contents: string, name: string): Span[] {
  const spans: Span[] = [];
  let font = "";
  for (const [all, text = ""] of contents.matchAll(
    /\/Span<<\/ActualText <FEFF([0-9A-F]*)> >> BDC(.*?)EMC|\/F\d+ [\d.]+ Tf/gs,
  )) {
    font = [...all.matchAll(/\/(F\d+) [\d.]+ Tf/g)].at(-1)?.[1] ?? font;
    if (!text || font !== name) continue;
    const drawn = all.slice(all.indexOf("BDC"));
    spans.push({
      text: textOf(text),
      glyphs: [...drawn.matchAll(/<([0-9A-F]+)> Tj/g)].flatMap(([, hex = ""]) => numbersIn(hex)),
    });
  }
  return spans;
}

function learn({ text, glyphs }: Span, found: GlyphTexts, isOld: boolean): void {
  let pieces = bijoyPieces(text, isOld);
  for (const glyph of glyphs) {
    const known = found.get(glyph);
    if (known !== undefined) pieces = without(pieces, known);
  }
  const unknown = glyphs.filter((glyph) => !found.has(glyph));
  // The last glyph is a conjunct if there are more pieces than glyphs.
  if (pieces.length >= unknown.length)
    unknown.forEach((glyph, at) =>
      found.set(glyph, at < unknown.length - 1 ? (pieces[at] as string) : pieces.slice(at).join("")),
    );
}

/** Removes the pieces that a known glyph draws. */
function without(pieces: string[], known: string): string[] {
  for (let from = 0; from < pieces.length; from += 1)
    for (let to = from + 1; to <= pieces.length; to += 1)
      if (pieces.slice(from, to).join("") === known) return [...pieces.slice(0, from), ...pieces.slice(to)];
  return pieces;
}
