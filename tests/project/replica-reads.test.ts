import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Exports and charts for admins and moderators. Visitors see none of them. */
const MAY_READ_THE_REPLICA = [
  "src/server/contributing/transfer/transfer.repo.ts",
  "src/server/moderating/moderation/insight.repo.ts",
  "src/server/operations/metrics/history.repo.ts",
];

test("only exports and charts read the replica, and everything that visitors see reads the primary", () => {
  const users = globSync("src/**/*.{ts,tsx}", { cwd: root })
    .filter((path) => !path.startsWith("src/server/platform/db/") && !/\.test\.tsx?$/.test(path))
    .filter((path) => readFileSync(join(root, path), "utf8").includes("onReplica"));
  expect(users.toSorted()).toEqual(MAY_READ_THE_REPLICA);
});
