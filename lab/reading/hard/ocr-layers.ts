import { seeded } from "../../../scripts/lib/seeded.ts";
import type { Sheet } from "../set/page-html.ts";

/** The invisible text that another program recognised on a scan. */
export interface OcrLayer {
  /** `letters`: a space between all letters. `wide`: letters far from each other. `some`: a space inside some words. */
  spaces: "letters" | "wide" | "some";
  /** The share of letters that the program took for similar ones. */
  confused: number;
  seed: number;
}

interface WordBox {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A4 in points. */
const POINTS = { width: 595, height: 842 };
const SIMILAR: Record<string, string> = {
  "0": "O",
  O: "0",
  "1": "l",
  l: "1",
  I: "l",
  "5": "S",
  S: "5",
  "8": "B",
  B: "8",
  e: "c",
  m: "rn",
};

/** Returns operators that write the words with the font F1, without ink. */
export function ocrText(words: WordBox[], { spaces, confused, seed }: OcrLayer, sheet: Sheet): string {
  const random = seeded(seed);
  const [across, down] = [POINTS.width / sheet.width, POINTS.height / sheet.height];
  const rows = words.map(({ text, x, y, width, height }) => {
    const letters = [...text].map((letter) => (random() < confused ? (SIMILAR[letter] ?? letter) : letter));
    const at = 1 + Math.floor(random() * Math.max(1, letters.length - 1));
    const hasGap = spaces === "letters" || (spaces === "some" && letters.length > 4 && random() < 0.5);
    const written =
      spaces === "letters"
        ? letters.join(" ")
        : hasGap
          ? letters.toSpliced(at, 0, " ").join("")
          : letters.join("");
    const size = height * down * 0.72;
    const [wide, natural] = [width * across, written.length * size * 0.5];
    const spacing = spaces === "wide" ? Math.max(0, (wide - natural * 0.62) / written.length) : 0;
    const scale = spaces === "wide" ? 62 : (100 * wide) / natural;
    const place = `${(x * across).toFixed(1)} ${(POINTS.height - (y + height * 0.8) * down).toFixed(1)}`;
    const shown = written.replaceAll(/[\\()]/g, "\\$&").replaceAll(/[^ -~]/g, "?");
    return `1 0 0 1 ${place} Tm /F1 ${size.toFixed(1)} Tf ${scale.toFixed(0)} Tz ${spacing.toFixed(2)} Tc (${shown}) Tj`;
  });
  return `BT 3 Tr\n${rows.join("\n")}\nET`;
}

/** Runs in the browser: the words of the page from top to bottom, and where they are. */
export function wordBoxes(): WordBox[] {
  const boxes: WordBox[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    for (const word of node.data.matchAll(/\S+/gu)) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const { x, y, width, height } = range.getBoundingClientRect();
      if (width > 0) boxes.push({ text: word[0], x, y, width, height });
    }
  }
  return boxes;
}
