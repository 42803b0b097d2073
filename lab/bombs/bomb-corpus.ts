/**
 * Writes every hostile file of `tests/support/files/bombs.ts` and `bombs-large-pdf.ts` into a folder, named by its number
 * from 0. Usage: FOLDER
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { largePdfBombs } from "../../tests/support/files/bombs-large-pdf.ts";
import { bombs } from "../../tests/support/files/bombs.ts";

const [folder = ""] = process.argv.slice(2);
for (const [index, bomb] of [...bombs, ...largePdfBombs].entries())
  writeFileSync(join(folder, String(index)), await bomb.make());
