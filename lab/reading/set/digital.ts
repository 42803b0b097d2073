import type { Page } from "playwright-core";
import { greyOf } from "./pixels.ts";
import { picturePdf } from "./scan.ts";
import sharp from "sharp";

/**
 * How a program orders and stores the text of a page. `header-last`: the page header comes after the body, as
 * word processors write it. `bold-last`: text in bold comes after other text. `letters`: every letter of the
 * heading has its own position. `legacy`: a font of the time before Unicode, whose text is not Bangla.
 */
export const producers = ["in-order", "header-last", "bold-last", "letters", "legacy"] as const;
export type Producer = (typeof producers)[number];

/** Characters that SutonnyMJ stores for some Bangla letters. */
const LEGACY = "Avgvi †mvbvi evsjv cÖkœ DËi `vI wek¦we`¨vjq cixÿv b¤^i mgq N›Uv c~Y©gvb †Kvm© ‡h †Kvb cuvPwU";
const LEGACY_LINES = 24;
const A4 = { width: "210mm", height: "297mm", printBackground: true };

/** The page as a PDF with a text layer. @param page shows the paper */
export async function digitalPdf(page: Page, producer: Producer): Promise<Buffer> {
  if (producer === "legacy") return legacyPdf(page);
  if (producer === "header-last") await page.evaluate(moveHeaderLast);
  if (producer === "bold-last") {
    // Chromium paints positioned elements after the others.
    await page.addStyleTag({ content: "h1, h2, b, u, .exam, .sub, .all { position: relative; z-index: 1 }" });
  }
  if (producer === "letters") await page.evaluate(splitLetters);
  return page.pdf(A4);
}

async function legacyPdf(page: Page): Promise<Buffer> {
  const { data, width, height } = await greyOf(sharp(await page.screenshot()));
  const line = LEGACY.replaceAll(/[\\()]/g, "\\$&");
  const rows = Array.from({ length: LEGACY_LINES }, () => `(${latin1(line)}) '`).join("\n");
  // Render mode 3 writes text that nobody sees.
  const text = `BT /F1 11 Tf 3 Tr 26 TL 60 800 Td\n${rows}\nET`;
  const entries = "/ColorSpace /DeviceGray /BitsPerComponent 8";
  return picturePdf(Buffer.from(data), { width, height, entries }, text);
}

/** Characters of Windows-1252 that are not in Latin-1, as their bytes. */
function latin1(text: string): string {
  const bytes: Record<string, number> = { "†": 0x86, "‡": 0x87, Ö: 0xd6, œ: 0x9c, "›": 0x9b };
  return [...text].map((letter) => String.fromCharCode(bytes[letter] ?? letter.charCodeAt(0))).join("");
}

/** Runs in the browser. */
function moveHeaderLast(): void {
  const header = document.querySelector("header");
  if (!header) return;
  const { left, top, width, height } = header.getBoundingClientRect();
  const space = document.createElement("div");
  space.style.height = `${height}px`;
  space.style.marginBottom = getComputedStyle(header).marginBottom;
  header.replaceWith(space);
  Object.assign(header.style, {
    position: "absolute",
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    margin: "0",
  });
  document.body.append(header);
}

/** Runs in the browser. */
function splitLetters(): void {
  const walker = document.createTreeWalker(document.querySelector("header") as Node, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const letters = [...new Intl.Segmenter("bn").segment(text.data)].map(({ segment }, index) => {
      if (!segment.trim()) return document.createTextNode(segment);
      const span = document.createElement("span");
      span.textContent = segment;
      // A little more space in some words, as in justified lines.
      span.style.letterSpacing = index % 7 === 3 ? "0.06em" : "0.015em";
      span.style.display = "inline-block";
      return span;
    });
    text.replaceWith(...letters);
  }
}
