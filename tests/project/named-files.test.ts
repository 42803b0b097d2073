import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize, relative } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const files = globSync(
  ["*", ".*", "{src,tests,scripts,lab,docs,public,deploy}/**/*", ".github/**/*"].map((pattern) =>
    join(root, pattern),
  ),
).map((path) => relative(root, path));
/** The changelog names files of past versions that may be gone. */
const documents = files.filter((path) => path.endsWith(".md") && path !== "CHANGELOG.md");
const texts = files.filter((path) => /^(?:src|tests|scripts|lab)\/.*\.(?:tsx?|mjs|css)$/.test(path));

const read = (path: string) => readFileSync(join(root, path), "utf8");

/** Files that a document tells the reader to create. */
const TO_BE_MADE = ["src/shared/kinds/thesis.ts", "src/server/platform/db/migrations/202612010900-ink.ts"];

/**
 * Whether the project has the file or folder; a path can leave out its first folders, as in `auth/proof.ts`.
 */
function exists(path: string): boolean {
  const bare = path.replace(/\/$/, "");
  return TO_BE_MADE.includes(bare) || files.some((file) => file === bare || file.endsWith(`/${bare}`));
}

describe("the documents", () => {
  test.each(documents)("%s links only to files of the project", (document) => {
    const targets = [...read(document).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g)].map(
      ([, target = ""]) => normalize(join(dirname(document), target)),
    );
    expect(targets.filter((target) => !files.includes(target.replace(/\/$/, "")))).toEqual([]);
  });

  test.each(documents)("%s names only files of the project", (document) => {
    const named = [...read(document).matchAll(/`([\w.-]+(?:\/[\w.:$-]+)+\/?)`/g)]
      .map(([, path = ""]) => path)
      .filter(
        (path) =>
          /^(?:src|tests|scripts|lab|docs|public|deploy)\//.test(path) || /\.(?:tsx?|css|mjs|md)$/.test(path),
      );
    expect(named.filter((path) => !exists(path))).toEqual([]);
  });
});

test("comments and strings in the code name only documents that exist", () => {
  const known = new Set(documents.map((path) => basename(path)).concat("CHANGELOG.md"));
  const unknown = texts.flatMap((path) =>
    [...read(path).matchAll(/\b[\w-]+\.md\b(?!\.\w)/g)]
      .filter(([name]) => !known.has(name))
      .map(([name]) => `${path}: ${name}`),
  );
  expect(unknown).toEqual([]);
});
