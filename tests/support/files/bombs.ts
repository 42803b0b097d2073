import type { Bomb } from "./bomb.ts";
import { disguisedBombs } from "./bombs-disguised.ts";
import { imageBombs } from "./bombs-image.ts";
import { pdfBombs } from "./bombs-pdf.ts";

export type { Bomb } from "./bomb.ts";

/** All hostile files. */
export const bombs: Bomb[] = [...disguisedBombs, ...imageBombs, ...pdfBombs];
