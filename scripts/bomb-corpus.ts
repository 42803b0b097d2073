/** Writes every hostile file of `tests/support/files/bombs.ts` into a folder, named by its number from 0. Usage: FOLDER */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { bombs } from "../tests/support/files/bombs.ts";

const [folder = ""] = process.argv.slice(2);
for (const [index, bomb] of bombs.entries()) writeFileSync(join(folder, String(index)), await bomb.make());
