import { copyFile, mkdir, readlink, rm, symlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The variant of Tesseract's data: its best models with integer weights, which are fast. */
const VARIANT = "4.0.0_best_int";
const LANGUAGES = ["eng", "ben"];

/**
 * Links the data of all languages into one folder, because Tesseract reads one folder and npm has a package
 * for each language. The folder is permanent, so a killed server leaves no unused copy.
 */
export async function linkLanguages(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const language of LANGUAGES) {
    const main = fileURLToPath(import.meta.resolve(`@tesseract.js-data/${language}`));
    const data = join(dirname(main), VARIANT, `${language}.traineddata.gz`);
    await link(data, join(folder, basename(data)));
  }
}

async function link(data: string, path: string): Promise<void> {
  if ((await readlink(path).catch(() => undefined)) === data) return;
  await rm(path, { force: true });
  await symlink(data, path).catch(async (error: NodeJS.ErrnoException) => {
    // Another server process has just made the same link.
    if (error.code === "EEXIST") return;
    // Windows usually doesn't allow symbolic links.
    if (error.code !== "EPERM") throw error;
    await copyFile(data, path);
  });
}
