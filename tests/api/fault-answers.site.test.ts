import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../src/server/platform/db/open.ts";
import { createServices } from "../../src/server/services.ts";
import { builtPages } from "../../src/process/pages.ts";
import { openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { openSite } from "../support/api/site.ts";

/** A key of a file, and the id of an upload. */
const KEY = "0".repeat(32);
const NOT_SAVED = "Nothing was saved";

let archive: TestArchive;
let broken: ReturnType<typeof openDatabase>;
let site: ReturnType<typeof openSite>;

beforeAll(async () => {
  archive = await openTestArchive("sqlite");
  // Nothing listens at this port, so each query fails.
  broken = openDatabase({ databaseUrl: "postgres://127.0.0.1:1/nowhere", dataFolder: archive.uploads });
  const services = createServices({
    ...archive.shared,
    db: broken,
    origin: archive.origin,
    secret: "s".repeat(32),
  });
  site = openSite({ ...archive, services }, await builtPages());
});
afterAll(async () => {
  await broken.close();
  await archive.close();
});

const visitor = () => site.as();
/** The site looks up the session of this cookie first. */
const student = () => site.as("proshno=token");

const reads: [string, () => Promise<Awaited<ReturnType<ReturnType<typeof visitor>["send"]>>>][] = [
  ["a page", () => visitor().send("/universities")],
  ["a page of a logged-in person", () => student().send("/dashboard")],
  ["a call", () => visitor().send("/api/review")],
  ["a file", () => visitor().send(`/files/${KEY}`)],
  ["a page image", () => visitor().send(`/files/${KEY}/pages/1`)],
  ["the state of an upload", () => student().send(`/uploads/${KEY}`)],
  ["the feed", () => visitor().send("/feed.xml")],
  ["a sitemap", () => visitor().send("/sitemap.xml")],
];
const form = (path: string) => ({
  method: "POST",
  headers: { origin: archive.origin, "content-type": "application/x-www-form-urlencoded" },
  body: new URLSearchParams({ email: "rahim@example.edu", path }).toString(),
});
const writes: typeof reads = [
  ["a posted form", () => visitor().send("/newsletter", form("/newsletter"))],
  ["a posted form of a logged-in person", () => student().send("/dashboard", form("/dashboard"))],
  [
    "a call that writes",
    () =>
      visitor().send("/api/auth/sign-in/email", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: "rahim@example.edu", password: "correct horse battery" }),
      }),
  ],
  [
    "a new upload",
    () =>
      student().send("/uploads", {
        method: "POST",
        headers: { "tus-resumable": "1.0.0", "upload-length": "10", origin: archive.origin },
      }),
  ],
];

test.each(reads)(
  "%s without a database says when to try again, and not that nothing was saved",
  async (_what, ask) => {
    const { status, headers, text } = await ask();
    expect([status, headers.get("retry-after"), headers.get("cache-control")]).toEqual([
      503,
      "10",
      "no-store",
    ]);
    expect(text).toContain("available right now. Try again in a moment.");
    expect(text).not.toContain(NOT_SAVED);
  },
);

test.each(writes)(
  "%s without a database says that nothing was saved, and when to try again",
  async (_what, ask) => {
    const { status, headers, text } = await ask();
    expect([status, headers.get("retry-after"), headers.get("cache-control")]).toEqual([
      503,
      "10",
      "no-store",
    ]);
    expect(text).toContain(NOT_SAVED);
  },
);
