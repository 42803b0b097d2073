import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A text that occurs exactly once in a file of the product, and its replacement. */
type Edit = readonly [file: string, text: string, by: string];

/** A mistake that a programmer could make in the product, and the test that must find it. */
export interface Fault {
  /**
   * The topic of the fault, such as an entry in our list of faults that were found in a different library.
   */
  entry: string;
  name: string;
  /** Several edits, if a second check would catch a single edit. */
  edits: readonly Edit[];
  /** A test file, and a part of the titles of its tests. */
  test: readonly [file: string, title: string];
}

/**
 * The changed files of a fault.
 * @param root the folder of the product
 * @throws Error if a text does not occur exactly once in its file, because the product has changed
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
