import { expect, test } from "vitest";
import { openTestArchive } from "../../tests/support/platform/archive.ts";
import { parseEnv } from "../config/env.ts";
import { prepareJobRunners } from "./job-runners.ts";

test("a server has a job runner for link checks", async () => {
  const archive = await openTestArchive("sqlite");
  const faults: unknown[] = [];
  const log = {
    failed: (facts: unknown) => faults.push(facts),
    error: (error: unknown) => faults.push(error),
  };
  const { runners } = prepareJobRunners(
    parseEnv(archive.env),
    archive.services,
    log,
    (transport) => transport,
    false,
  );
  runners.start();
  await archive.services.linkCheck.plan();
  const jobs = () => archive.db.read.selectFrom("job").selectAll().execute();
  await expect.poll(jobs).toEqual([]);
  await runners.stop();
  expect(faults).toEqual([]);
  await archive.close();
});
