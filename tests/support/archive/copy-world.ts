import { recognitionHandlers } from "../../../src/server/files/recognition/recognition.jobs.ts";
import { createJobRunner } from "../../../src/server/platform/jobs/job-runner.ts";
import { lanes } from "../../../src/server/platform/jobs/lanes.ts";
import type { User } from "../../../src/shared/people/policy.ts";
import { tinyPdf } from "../files/tiny-pdf.ts";
import { openTestArchive, type TestArchive, VISIT, type Engine } from "../platform/archive.ts";
import { copyRunner } from "./copy-runner.ts";
import { startDriveSite } from "./drive-site.ts";
import { driveLink, NOWHERE, payloadOf, unique } from "./factories.ts";

/** The paper that `copied` serves. */
export const PAPER = tinyPdf([
  { lines: ["CSE 2103 Data Structures", "Describe amortisation with a suitable example."] },
]);
export const otherPaper = (word: string) =>
  tinyPdf([{ lines: [word, "A quite different paper with other questions."] }]);

export type CopyWorld = Awaited<ReturnType<typeof openCopyWorld>>;

/**
 * An archive that copies Drive files, and a stand-in for Google Drive.
 * @param limit the maximum size of all copies, in bytes
 * @param origin the address of the site; needed only for a browser
 */
export async function openCopyWorld(engine: Engine, limit = 1_000_000, origin?: string) {
  const time = { now: Date.UTC(2026, 10, 21) };
  const archive: TestArchive = await openTestArchive(engine, {
    clock: () => time.now,
    driveCopyLimit: limit,
    uploadQuota: 100_000,
    ...(origin !== undefined && { origin }),
  });
  const site = await startDriveSite();
  const failures: unknown[] = [];
  const { services, db } = archive;
  const { actor: student, cookie: studentCookie } = await archive.signUp("Student");
  const { actor: admin, cookie: adminCookie } = await archive.signUp("Admin", "admin");
  const runner = copyRunner(services, site, failures);

  /** A new Drive link, with the id of its file. */
  function newLink(): { link: string; id: string } {
    const link = driveLink(unique());
    return { link, id: link.slice(32, 65) };
  }

  const contribute = (linkOfItem: string, by: User = student): Promise<string> =>
    services.resources.create(by, "note", payloadOf("note", { driveLink: linkOfItem }), VISIT.client);

  return {
    archive,
    site,
    student,
    admin,
    /** The `cookie` headers of their requests. */
    cookies: { student: studentCookie, admin: adminCookie },
    runner,
    /** The clock of the archive, in epoch milliseconds. */
    time,
    /** The errors of failed jobs. */
    failures,

    newLink,

    contribute,

    /** Contributes an item whose Drive file is a paper, and copies the file. */
    async copied(bytes: Uint8Array = PAPER) {
      const { link, id } = newLink();
      site.serve(id, bytes);
      const itemId = await contribute(link);
      await runner.drain();
      return { itemId, link, id };
    },

    /** The student edits the item. */
    edit: (itemId: string, changes: Record<string, unknown>) =>
      services.resources.edit(student, itemId, payloadOf("note", changes), VISIT.client),

    approve: (itemId: string) => services.resources.setStatus(admin, "note", itemId, { status: "Approved" }),

    /** The item, as its page shows it to this person. */
    row: (itemId: string, by: User = admin) => services.resources.get(by, "note", itemId),

    state: (itemId: string, uploaderId: string | null = student.id, by: User = student) =>
      services.driveCopies.stateOf(by, { id: itemId, uploaderId, ...NOWHERE }),

    /** Runs the jobs that read the text of new papers. */
    async readTexts(): Promise<void> {
      await createJobRunner({
        jobs: services.jobs,
        handlers: recognitionHandlers(services.recognition, undefined),
        choice: { lanes: [lanes.text], isShared: true },
        log: { failed: ({ error }) => failures.push(error), error: (error) => failures.push(error) },
      }).drain();
    },

    copyJobs: () =>
      db.read.selectFrom("job").selectAll().where("lane", "=", lanes.copies).orderBy("id").execute(),

    files: () => db.read.selectFrom("file").selectAll().execute(),

    async close(): Promise<void> {
      await site.close();
      await archive.close();
    },
  };
}
