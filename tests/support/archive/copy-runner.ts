import {
  DRIVE_COPIES,
  driveCopyHandlers,
} from "../../../src/server/library/drive-copies/drive-copies.jobs.ts";
import {
  createReadDrive,
  type ReadDriveOptions,
} from "../../../src/server/library/drive-copies/read-drive.ts";
import { createJobRunner } from "../../../src/server/platform/jobs/job-runner.ts";
import type { Services } from "../../../src/server/services.ts";

/** The runner of copies, as a server runs it, but with the stand-in for Google Drive. */
export const copyRunner = (
  { jobs, driveCopies }: Pick<Services, "jobs" | "driveCopies">,
  site: { options: ReadDriveOptions },
  failures: unknown[] = [],
) =>
  createJobRunner({
    jobs,
    handlers: driveCopyHandlers(driveCopies, createReadDrive(site.options)),
    choice: DRIVE_COPIES,
    mayWork: driveCopies.mayRun,
    log: { failed: ({ error }) => failures.push(error), error: (error) => failures.push(error) },
  });
