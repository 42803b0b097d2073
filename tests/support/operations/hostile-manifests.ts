import type { Manifest } from "../../../src/server/operations/backup/manifest.ts";

const HASH = "a".repeat(64);
const many = (count: number, text: string) => Array.from({ length: count }, () => text);

/** Values that no manifest may have, each below the path of its field. */
const values: Record<string, readonly unknown[]> = {
  format: [0, "2", null, 1.5, -1],
  id: ["20261122T201500Z-0123ab", "../../etc", 7, ""],
  series: ["..", "A".repeat(32), 1],
  createdAt: [-1, 1e16, "now", 0],
  engine: ["mysql", "postgres", null],
  version: ["\u001B[2J", "9".repeat(1_000), 3, "0.3.0\n"],
  migrations: ["x", ["../x"], many(10_001, "x"), many(20_000, "202611210100-archive"), [7]],
  tables: [[], { "../x": { rows: 1, hash: HASH } }, { users: { rows: -1, hash: HASH } }, { users: 1 }],
  "database.name": [
    ".",
    "..",
    "",
    "a/b",
    "a\\b",
    "/etc/passwd",
    "a\0b",
    "CON",
    "nul.dump",
    "x".repeat(5_000),
    1,
  ],
  "database.bytes": [-1, 1e20, "1", 3.5, null],
  "database.unpacked": [undefined, -1, 1e17, "1"],
  "database.sha256": [HASH.toUpperCase(), "", 1],
  "database.more": [1],
  files: [
    {},
    null,
    [{ sha256: "../../x", bytes: 1 }],
    [{ sha256: HASH, bytes: -1 }],
    [{ sha256: HASH }],
    [1],
  ],
  "files.0.bytes": [1e7 * 5, 1e12, 0.5, "1"],
  missing: [["x"], null, [1], "x"],
  "secret.n": [3, 2 ** 30, 0, -1, "131072", 1e300],
  "secret.r": [1_024, 0],
  "secret.p": [2 ** 20, 0],
  "secret.salt": ["", "!!", "A".repeat(10_000)],
  "secret.nonce": ["AAAA"],
  "secret.tag": ["AAAA"],
  "secret.bytes": ["", "A".repeat(2_000)],
  secret: [{}, [], "x"],
  more: [1, { a: [[]] }],
};

/** Every wrong manifest, with a title that names its field. @param good a manifest with a secret and a file */
export function hostileManifests(good: Manifest): { title: string; manifest: Manifest }[] {
  return Object.entries(values).flatMap(([path, all]) =>
    all.map((value) => {
      const manifest = structuredClone(good);
      const parts = path.split(".");
      const last = parts.pop() as string;
      const parent = parts.reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], manifest);
      (parent as Record<string, unknown>)[last] = value;
      const shown = (JSON.stringify(value) ?? "left out").slice(0, 40);
      return { title: `the value ${shown} of ${path}`, manifest };
    }),
  );
}

/** Texts in place of a manifest. @param text of a good one */
export const hostileTexts = (text: string): Record<string, string | Uint8Array> => ({
  "an empty manifest": "",
  "half a manifest": text.slice(0, text.length / 2),
  "a manifest with a line after it": `${text}\n`,
  "two manifests in one file": text + text,
  "a manifest with a byte order mark": `\uFEFF${text}`,
  "a manifest in UTF-16": Buffer.from(text, "utf16le"),
  "ten million brackets": "[".repeat(10_000_000),
  "ten million empty objects": `${text.split('"files":[')[0]}"files":[${"{},".repeat(3_000_000)}`,
  "a manifest whose first part doesn't end": `{"format":2,"id":"${"x".repeat(1_000_000)}`,
  "a manifest whose last part doesn't end": text.replace(/\}$/, " ".repeat(100_000)),
});
