import { access, copyFile, mkdir, readlink, rm, symlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The variant of Tesseract's data: its best models with integer weights, which are fast. */
const VARIANT = "4.0.0_best_int";
/** The languages that recognition reads. Each has its package `@tesseract.js-data/<language>`. */
export const ocrLanguages = ["eng", "ben"];

/** The data of a language is not installed. A failed job's record shows the language as the error's code. */
export class MissingLanguage extends Error {
  override name = "MissingLanguage";
  readonly code: string;
  constructor(language: string, cause: unknown) {
    const name = `@tesseract.js-data/${language}`;
    super(`Text recognition has no data for "${language}". Install ${name}.`, { cause });
    this.code = language;
  }
}

/**
 * Links the data of all languages into one folder, because Tesseract reads one folder and npm has a package
 * for each language. The folder is permanent, so a killed server leaves no temporary folder behind.
 * @throws MissingLanguage
 */
export async function linkLanguages(folder: string, languages = ocrLanguages): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const language of languages) {
    const data = await dataOf(language);
    await link(data, join(folder, basename(data)));
  }
}

/** The path of a language's data. */
async function dataOf(language: string): Promise<string> {
  try {
    const main = fileURLToPath(import.meta.resolve(`@tesseract.js-data/${language}`));
    const data = join(dirname(main), VARIANT, `${language}.traineddata.gz`);
    await access(data);
    return data;
  } catch (error) {
    throw new MissingLanguage(language, error);
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
