import type { Bomb } from "./bomb.ts";
import { disguisedBombs } from "./bombs-disguised.ts";
import { documentBombs } from "./bombs-document.ts";
import { openedBombs } from "./bombs-opened.ts";
import { imageBombs } from "./bombs-image.ts";
import { openedPresentationBombs, presentationBombs } from "./bombs-pptx.ts";
import { pdfBombs } from "./bombs-pdf.ts";

export type { Bomb } from "./bomb.ts";

/** All hostile files. */
export const bombs: Bomb[] = [
  ...disguisedBombs,
  ...documentBombs,
  ...imageBombs,
  ...openedBombs,
  ...openedPresentationBombs,
  ...pdfBombs,
  ...presentationBombs,
];
