import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { nextRelease, parseReleases } from "../../src/cli/upgrade/releases.ts";
import { FIRST_RELEASE } from "../../src/server/platform/index.ts";
import { migrations } from "../../src/server/platform/db/migrate.ts";
import { baseline } from "../../src/server/platform/db/migrations/baseline.ts";
import { ensureCommit, git } from "../support/process/repository.ts";

const document = readFileSync(new URL("../../docs/releases.md", import.meta.url), "utf8");
const releases = parseReleases(document);
const show = (object: string) => git(["show", object]);

beforeAll(() => {
  for (const { commit } of releases) ensureCommit(commit);
});

describe.each(releases)("release $version", ({ version, commit, newestMigration }) => {
  test("is a commit of this history with that version", () => {
    git(["merge-base", "--is-ancestor", commit, "HEAD"]);
    expect(JSON.parse(show(`${commit}:package.json`))).toMatchObject({ version });
  });

  test("has that newest migration", () => {
    const names = [
      ...show(`${commit}:src/server/platform/db/migrate.ts`).matchAll(/^ {2}"(\d{12}-[\w-]+)":/gm),
    ];
    expect(
      names
        .map(([, name]) => name)
        .sort()
        .at(-1),
    ).toBe(newestMigration);
    expect(Object.keys(migrations)).toContain(newestMigration);
  });

  test("says what changed for people and for operators", () => {
    const [, section = ""] = new RegExp(`^## ${version}$([^]*?)(?=^## |$(?![^]))`, "m").exec(document) ?? [];
    expect(section).toMatch(/\*\*For people\.\*\* \S/);
    expect(section).toMatch(/\*\*For operators\.\*\* \S/);
  });
});

test("every migration that is older than the newest release was in that release", () => {
  const newest = releases.at(-1);
  const released = show(`${newest?.commit}:src/server/platform/db/migrate.ts`);
  const older = Object.keys(migrations).filter((name) => name <= (newest?.newestMigration ?? ""));
  const unreleased = older.filter((name) => !(name in baseline) && !released.includes(`"${name}"`));
  expect(unreleased).toEqual([]);
});

const row = (version: string, state = "good") =>
  `| ${version} | \`${"0".repeat(40)}\` | 2026-11-22 | \`202611222010-set\` | ${state} |`;

test("an upgrade takes every release in turn, and leaves out the withdrawn ones", () => {
  const table = parseReleases([row("0.10.0"), row("0.9.1", "withdrawn"), row("0.9.0")].join("\n"));
  expect(nextRelease(table, "0.8.0")?.version).toBe("0.9.0");
  expect(nextRelease(table, "0.9.0")?.version).toBe("0.10.0");
  expect(nextRelease(table, "0.10.0")).toBeUndefined();
});

test("a new installation begins with the newest release", () => {
  expect(nextRelease(parseReleases([row("0.9.0"), row("0.10.0")].join("\n")), undefined)?.version).toBe(
    "0.10.0",
  );
});

test("the first release is never installed, because it has no command for the next upgrade", () => {
  const first = row(FIRST_RELEASE);
  expect(nextRelease(parseReleases(first), undefined)).toBeUndefined();
  expect(nextRelease(parseReleases(first), "0.0.1")).toBeUndefined();
  expect(
    nextRelease(parseReleases([row("0.2.0", "withdrawn"), first].join("\n")), undefined),
  ).toBeUndefined();
  expect(nextRelease(parseReleases([row("0.2.0"), first].join("\n")), "0.0.1")?.version).toBe("0.2.0");
});

test("refuses a malformed row of releases instead of leaving it out", () => {
  expect(() => parseReleases(`${row("0.9.0")}\n| 0.9.1 | soon | | | |`)).toThrow("0.9.1 | soon");
  expect(() => parseReleases("# Releases")).toThrow("no release");
});
