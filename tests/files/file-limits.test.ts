import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { MAX_FORM_TEXT } from "../../src/api/platform/bodies/read-form.ts";
import { paperTypeOf } from "../../src/server/files/rendering/paper-shape.ts";
import { MAX_PAPER_BYTES, maxMegabytes } from "../../src/shared/files/file-limits.ts";
import { en } from "../../src/shared/messages/en.ts";
import { problemText } from "../../src/shared/messages/index.ts";
import { fileSize } from "../../src/shared/messages/en-files.ts";

const read = (page: string) => readFileSync(new URL(`../../docs/${page}`, import.meta.url), "utf8");
const production = read("production.md");

describe("the size of a file", () => {
  test("the limit is in decimal megabytes: one byte more than 25,000,000 is too large", async () => {
    expect(MAX_PAPER_BYTES).toBe(25_000_000);
    const refusal = (size: number) => paperTypeOf(Buffer.alloc(size)).catch((error: Error) => error);
    expect(await refusal(MAX_PAPER_BYTES)).toMatchObject({ message: "file_wrong_type" });
    expect(await refusal(MAX_PAPER_BYTES + 1)).toMatchObject({ message: "file_too_large" });
  });

  test("the limit on screen is the limit on the server", () => {
    expect(en.files.file_too_large).toContain(`larger than ${maxMegabytes.paper} MB`);
    expect(en.uploads.hint).toContain(`up to ${maxMegabytes.paper} MB`);
    expect(en.fileOrLink.fileHint).toContain(`up to ${maxMegabytes.paper} MB`);
    expect(en.profile.photoHint).toContain(`up to ${maxMegabytes.picture} MB`);
    const param = String(maxMegabytes.picture);
    expect(problemText(en, "Photo", { code: "imageSize", param })).toBe(
      `Photo must be ${maxMegabytes.picture} MB or less`,
    );
  });

  test.each([
    [999, "1 kB"],
    [240_000, "240 kB"],
    [999_600, "1.0 MB"],
    [25_000_000, "25.0 MB"],
  ])("a size of %s bytes is shown as %s", (bytes, shown) => {
    expect(fileSize(bytes)).toBe(shown);
    expect(en.uploads.size(bytes)).toBe(shown);
  });

  test.each([
    [0, 240_000, "0 of 240 kB"],
    [1_200_000, 4_500_000, "1.2 of 4.5 MB"],
    [300, 999_600, "0.0 of 1.0 MB"],
  ])("the progress of %s of %s bytes is shown in one unit, as %s", (sent, total, shown) => {
    expect(en.uploads.sent(sent, total)).toBe(shown);
  });
});

describe("the documents for operators", () => {
  test("the documents name the same maximum file size as the server", () => {
    const text = read("uploaded-files.md") + production;
    const named = [...text.matchAll(/(?:file can be up to|a file of) (\d+) MB/g)].map(([, size]) =>
      Number(size),
    );
    expect(named.slice(0, 2)).toEqual([maxMegabytes.paper, maxMegabytes.paper]);
  });

  test("the documented proxy settings allow the largest form, and little more", () => {
    // nginx counts in units of 1,048,576 bytes.
    const bounds = [...production.matchAll(/client_max_body_size (\d+)m;/g)].map(
      ([, size]) => Number(size) * 1_048_576,
    );
    const largest = MAX_PAPER_BYTES + MAX_FORM_TEXT;
    expect(bounds).toHaveLength(1);
    for (const bound of bounds) {
      expect(bound).toBeGreaterThan(largest);
      expect(bound).toBeLessThan(1.2 * largest);
    }
    // Caddy has no limit by default.
    expect(production).not.toMatch(/max_size|request_body/);
  });
});
