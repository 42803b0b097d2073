import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A text that stands exactly once in a file of the product, and what takes its place. */
type Edit = readonly [file: string, text: string, by: string];

/** A mistake that somebody could make in the product, and the test that must not let it pass. */
export interface Fault {
  /** What it belongs to, such as an entry of the list of faults that were found in another library. */
  entry: string;
  name: string;
  /** Several where one alone is caught by a second check. */
  edits: readonly Edit[];
  /** A file, and what stands in the titles of its tests. */
  test: readonly [file: string, title: string];
}

/**
 * The files of a fault as it makes them.
 * @param root the folder of the product
 * @throws Error where a text does not stand exactly once in its file: the product has moved on
 */
export function planted(root: string, { name, edits }: Fault): Map<string, string> {
  const files = new Map<string, string>();
  for (const [file, text, by] of edits) {
    const parts = (files.get(file) ?? readFileSync(join(root, file), "utf8")).split(text);
    if (parts.length !== 2) {
      throw new Error(
        `"${name}": its text stands ${parts.length - 1} times in ${file}, and must stand once:\n${text}`,
      );
    }
    files.set(file, parts.join(by));
  }
  return files;
}
