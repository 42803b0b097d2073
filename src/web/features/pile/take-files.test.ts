import { expect, test } from "vitest";
import { maxMegabytes } from "../../../shared/files/file-limits.ts";
import { en } from "../../../shared/messages/en.ts";
import { enPileScreen } from "../../../shared/messages/en-pile-screen.ts";
import { MAX_PILE_ROWS } from "../../../shared/files/pile-limits.ts";
import { filesOfDrop } from "./collect-files.ts";
import { takeFiles } from "./take-files.ts";

const messages = { ...en, pile: enPileScreen };
const chosen = (...names: string[]) => ({
  files: names.map((name) => ({ file: new File([name], name, { lastModified: 1 }), path: name })),
  unreadable: [],
});
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1}.pdf`);
/** A file of a size that no test can hold in memory. */
function sized(name: string, size: number): File {
  const file = new File([], name);
  Object.defineProperty(file, "size", { value: size });
  return file;
}

test("a pile takes its 500 first files, and says how many and from which on it takes none", () => {
  const { taken, problem } = takeFiles(chosen(...numbered(MAX_PILE_ROWS + 100)), messages);
  expect(taken).toHaveLength(MAX_PILE_ROWS);
  expect(problem).toBe(enPileScreen.tooManyFiles(100, "501.pdf", MAX_PILE_ROWS));
  expect(problem).toContain("501.pdf");
});

test("a ZIP that is too large is named, and the files beside it are taken", () => {
  const file = sized("all.zip", (maxMegabytes.zip + 1) * 1024 * 1024);
  const { files } = chosen("a.pdf");
  const { taken, problem } = takeFiles(
    { files: [{ file, path: file.name }, ...files], unreadable: [] },
    messages,
  );
  expect(taken.map(({ path }) => path)).toEqual(["a.pdf"]);
  expect(problem).toBe(enPileScreen.zip.refused("all.zip", en.tooLarge.zip));
});

test("a file that is uploaded already is counted and not taken again", () => {
  const [first] = takeFiles(chosen("a.pdf"), messages).taken;
  const again = takeFiles(chosen("a.pdf", "b.pdf"), messages, { marks: new Set([first?.mark ?? ""]) });
  expect(again.taken.map(({ path }) => path)).toEqual(["b.pdf"]);
  expect([again.known, again.problem]).toEqual([1, undefined]);
});

/** Entries of a dropped folder, as the browser gives them. */
const fileEntry = (path: string, isReadable = true) => ({
  isFile: true,
  name: path.split("/").at(-1),
  fullPath: `/${path}`,
  file: (found: (file: File) => void, failed: (error: unknown) => void) =>
    isReadable ? found(new File([path], path)) : failed(new DOMException("", "NotReadableError")),
});
const folderEntry = (path: string, parts: unknown[][]) => ({
  isFile: false,
  name: path,
  fullPath: `/${path}`,
  createReader: () => ({
    readEntries: (found: (part: unknown[]) => void, failed: (error: unknown) => void) => {
      const part = parts.shift();
      return part ? found(part) : failed(new DOMException("", "NotReadableError"));
    },
  }),
});
const dropOf = (...entries: unknown[]) =>
  ({ items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })), files: [] }) as never;

test("a dropped folder adds the files that can be read, and names the others", async () => {
  const inner = folderEntry("papers/old", [[fileEntry("papers/old/c.pdf")]]);
  const papers = folderEntry("papers", [
    [fileEntry("papers/b.pdf", false), fileEntry("papers/a.pdf"), inner],
    [fileEntry("papers/.DS_Store", false)],
    [],
  ]);
  const selection = await filesOfDrop(dropOf(papers));
  expect(selection.files.map(({ path }) => path)).toEqual(["papers/a.pdf", "papers/old/c.pdf"]);
  expect(selection.unreadable).toEqual(["papers/b.pdf", "papers/old"]);
  const { taken, problem } = takeFiles(selection, messages);
  expect(taken).toHaveLength(2);
  expect(problem).toBe(enPileScreen.unreadable(["papers/b.pdf", "papers/old"], 2));
});
