import { execFileSync } from "node:child_process";
import type { Release } from "../../../src/cli/upgrade/releases.ts";
import type { Contraction } from "../../../src/server/platform/db/contractions.ts";
import { compareVersions } from "../../../src/server/platform/version.ts";

const root = new URL("../../..", import.meta.url).pathname;
const SCHEMA = "src/server/platform/db/schema";

/**
 * Checks that every contraction removes only things that the release before it no longer used.
 * @param releases oldest first
 * @param isUsed whether the code of a commit still uses a thing
 * @returns a sentence for each problem
 */
export function contractionProblems(
  contractions: Readonly<Record<string, Contraction>>,
  releases: readonly Release[],
  isUsed: (commit: string, thing: string) => boolean,
): string[] {
  const good = releases.filter(({ isWithdrawn }) => !isWithdrawn);
  return Object.entries(contractions).flatMap(([migration, { things, since }]) => {
    const place = good.findIndex(({ newestMigration }) => newestMigration >= migration);
    // No server runs code from before the first release.
    if (place === 0) return [];
    const before = good.at(place < 0 ? -1 : place - 1);
    const stopped = good.find(({ version }) => version === since);
    if (!before || !stopped) return [`${migration}: docs/releases.md has no release ${since}.`];
    if (compareVersions(since, before.version) > 0) {
      return [
        `${migration}: release ${before.version} is older than ${since}, which stopped using its things.`,
      ];
    }
    return things
      .filter((thing) => isUsed(stopped.commit, thing))
      .map((thing) => `${migration}: release ${since} still uses the ${thing}.`);
  });
}

/** Whether the table types of a commit name a table or column, so that its code can use it. */
export function isInSchemaOf(commit: string, thing: string): boolean {
  const [, kind, table = "", column = ""] = /^(table|column) (\w+)(?:\.(\w+))?$/.exec(thing) ?? [];
  if (!kind) return false;
  const text = schemaAt(commit);
  const [, type = ""] = new RegExp(`^  "?${table}"?: (\\w+);$`, "m").exec(text) ?? [];
  if (kind === "table" || type === "") return type !== "";
  const [declaration = ""] = new RegExp(`interface ${type}\\b[^]*?^}`, "m").exec(text) ?? [];
  return new RegExp(`^  ${column}\\??:`, "m").test(declaration);
}

function schemaAt(commit: string): string {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" });
  const files = git("ls-tree", "-r", "--name-only", commit, SCHEMA).trim().split("\n");
  return files.map((path) => git("show", `${commit}:${path}`)).join("\n");
}
