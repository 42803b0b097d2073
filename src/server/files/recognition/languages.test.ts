import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import manifest from "../../../../package.json" with { type: "json" };
import { linkLanguages, MissingLanguage, ocrLanguages } from "./languages.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "proshno-languages-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

// knip.json ignores these packages, because no module imports them by name.
test("package.json has the data package of each language that recognition reads, and no other one", () => {
  const names = Object.keys(manifest.dependencies);
  const packages = names.filter((name) => name.startsWith("@tesseract.js-data/"));
  const needed = ocrLanguages.map((language) => `@tesseract.js-data/${language}`);
  expect(
    packages.toSorted(),
    "Make package.json agree with ocrLanguages in src/server/files/recognition/languages.ts",
  ).toEqual(needed.toSorted());
});

test("recognition gets the data of each language", async () => {
  await linkLanguages(folder);
  expect(await readdir(folder)).toEqual(ocrLanguages.map((one) => `${one}.traineddata.gz`).toSorted());
});

test("the error for a language that is not installed names the language", async () => {
  const missing = await linkLanguages(folder, ["eng", "xyz"]).catch((error: unknown) => error);
  expect(missing).toBeInstanceOf(MissingLanguage);
  expect(missing).toMatchObject({ code: "xyz", message: expect.stringContaining('"xyz"') });
});
