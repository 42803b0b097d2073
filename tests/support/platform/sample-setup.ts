import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { startServer } from "../process/server.ts";

/**
 * Makes one sample archive, with read and drawn papers, for every server of the run to copy. Otherwise each
 * server would repeat this work during its tests. The tests begin meanwhile, and a server waits until the archive is ready.
 * @returns a function that removes the archive
 */
export default function setup(): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "proshno-sample-"));
  const over = new AbortController();
  const made = make(folder, over.signal).catch((error: unknown) => {
    writeFileSync(join(folder, "failed"), String(error));
  });
  process.env["TEST_SAMPLE"] = folder;
  return async () => {
    delete process.env["TEST_SAMPLE"];
    over.abort();
    await made;
    rmSync(folder, { recursive: true, force: true });
  };
}

async function make(folder: string, over: AbortSignal): Promise<void> {
  const data = join(folder, "data");
  mkdirSync(data);
  const server = await startServer({ PROSHNO_DATA: data });
  try {
    while (papersToRead(data) > 0) await wait(100, undefined, { signal: over });
  } finally {
    await server.stop();
  }
  const lines = server.lines.filter((line) => /^ {2}(?:admin|student) /.test(line));
  writeFileSync(join(folder, "lines.json"), JSON.stringify(lines));
}

/** @throws Error if a paper can't be read */
function papersToRead(data: string): number {
  const database = new DatabaseSync(join(data, "proshno.sqlite"), { readOnly: true });
  const rows = database.prepare("select state from job where lane = 'text'").all();
  database.close();
  if (rows.some(({ state }) => state === "dead")) throw new Error("A paper of the sample can't be read.");
  return rows.length;
}
