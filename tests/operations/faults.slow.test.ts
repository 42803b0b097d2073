import { describe, expect, test } from "vitest";
import { runFault } from "../support/operations/fault-drill.ts";
import { databaseGone, fileHandles, s3Gone } from "../support/operations/fault-kinds.ts";

/** A small part of `npm run lab -- faults`: each fault ends as soon as readers and writers have met it. */
describe("a server whose surroundings break", () => {
  test("answers with clear errors while the database is gone, and recovers by itself", async () => {
    const figures = await runFault(databaseGone, { engine: "postgres", hold: 0, workers: 2 });
    expect(figures).toMatchObject({ faults: [], lost: 0, problems: ["database_unreachable"] });
    expect(figures.acknowledged).toBeGreaterThan(0);
  });

  test("shows pages while S3 is gone, and recovers by itself", async () => {
    const figures = await runFault(s3Gone, { engine: "sqlite", hold: 0, workers: 1 });
    expect(figures).toMatchObject({ faults: [], lost: 0, problems: ["storage_unreachable"] });
    expect(figures.pages).toMatch(/^200 × \d+$/);
  });

  test("keeps running while it can't open any file or connection, and recovers by itself", async () => {
    const figures = await runFault(fileHandles, { engine: "sqlite", hold: 0, workers: 1 });
    expect(figures).toMatchObject({ faults: [], lost: 0 });
    expect(figures.acknowledged).toBeGreaterThan(0);
  });
});
