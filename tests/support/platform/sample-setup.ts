import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { startServer } from "../process/server.ts";

/**
 * Makes one sample archive, with read and drawn papers, for every server of the run to copy. Otherwise each
 * server would repeat this work during its tests.
 * @returns removes it
 */
export default async function setup(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "proshno-sample-"));
  const data = join(folder, "data");
  mkdirSync(data);
  const server = await startServer({ PROSHNO_DATA: data });
  try {
    while (papersToRead(data) > 0) await wait(100);
  } finally {
    await server.stop();
  }
  writeFileSync(
    join(folder, "lines.json"),
    JSON.stringify(server.lines.filter((line) => /^ {2}(?:admin|student) /.test(line))),
  );
  process.env["TEST_SAMPLE"] = folder;
  return () => {
    delete process.env["TEST_SAMPLE"];
    rmSync(folder, { recursive: true, force: true });
  };
}

/** @throws Error if a paper can't be read */
function papersToRead(data: string): number {
  const database = new DatabaseSync(join(data, "proshno.sqlite"), { readOnly: true });
  const rows = database.prepare("select state from job where lane = 'text'").all();
  database.close();
  if (rows.some(({ state }) => state === "dead")) throw new Error("A paper of the sample can't be read.");
  return rows.length;
}
