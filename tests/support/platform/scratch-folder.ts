import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** An empty folder for one test, removed after it. */
export function withScratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "proshno-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
