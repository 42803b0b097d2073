import { copyFile, mkdir, readlink, rm, symlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Of Tesseract's data: its best models with whole numbers, which are the fast ones. */
const VARIANT = "4.0.0_best_int";
const LANGUAGES = ["eng", "ben"];

/**
 * Brings the data of all languages into one folder, where Tesseract looks for them; npm brings each in a package of its
 * own. The folder stays, so that a server that is killed leaves nothing that the next one does not use.
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
    // Another server of the archive was first.
    if (error.code === "EEXIST") return;
    // Windows lets few people make links.
    if (error.code !== "EPERM") throw error;
    await copyFile(data, path);
  });
}
