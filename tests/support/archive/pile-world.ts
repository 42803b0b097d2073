import type { User } from "../../../src/shared/people/policy.ts";
import { pileHandlers } from "../../../src/server/contributing/piles/piles.jobs.ts";
import { recognitionHandlers } from "../../../src/server/files/recognition/recognition.jobs.ts";
import { shrinkHandlers } from "../../../src/server/files/shrinking/large-pdfs.jobs.ts";
import { SHRINKING } from "../../../src/server/files/shrinking/shrink-jobs.ts";
import { createJobRunner } from "../../../src/server/platform/jobs/job-runner.ts";
import { lanes } from "../../../src/server/platform/jobs/lanes.ts";
import { tinyPdf } from "../files/tiny-pdf.ts";
import type { TestArchive } from "../platform/archive.ts";

/** The details that a row of a question needs before it is ready. */
export const READY_VALUES = {
  department: "CSE",
  subject: "Sample Structures",
  code: "CSE 2103",
  year: "2019",
  examType: "final",
  university: "Green University of Bangladesh",
};

/** The lines of a sample paper with a text layer. */
export const paperLines = (code: string, year = 2019): string[] => [
  READY_VALUES.university,
  "Department of Computer Science and Engineering",
  `Final Examination, ${year}`,
  `Course Code: ${code}`,
  "Course Title: Sample Structures",
  "1. Explain how a stack differs from a queue, with one example.",
];

/** A PDF of one paper. */
export const paper = (code: string, year?: number): Buffer => tinyPdf([{ lines: paperLines(code, year) }]);

/** Runs the jobs of piles and of text layers until none is due. @returns the errors of failed jobs */
export async function drainPiles({ services }: TestArchive): Promise<unknown[]> {
  const { failures, log } = failureLog();
  const { jobs } = services;
  const run = (lane: "text" | "piles", handlers: Parameters<typeof createJobRunner>[0]["handlers"]) =>
    createJobRunner({ jobs, handlers, log, choice: { lanes: [lanes[lane]], isShared: true } }).drain();
  await run("text", recognitionHandlers(services.recognition, undefined));
  await run("piles", pileHandlers(services.piles));
  return failures;
}

/** Makes large PDFs smaller until none waits. @returns the errors of failed jobs */
export async function drainLargePdfs({ services }: Pick<TestArchive, "services">): Promise<unknown[]> {
  const { failures, log } = failureLog();
  const { jobs, largePdfs, piles } = services;
  const handlers = shrinkHandlers(largePdfs, piles.deliverPdf);
  await createJobRunner({ jobs, handlers, log, choice: SHRINKING, limit: 600_000 }).drain();
  return failures;
}

function failureLog() {
  const failures: unknown[] = [];
  const log = {
    failed: ({ error }: { error: string }) => failures.push(error),
    error: (error: unknown) => failures.push(error),
  };
  return { failures, log };
}

/** Uploads a file to a pile, as the end of an upload does. @returns its key */
export async function addFile(
  { services }: TestArchive,
  actor: User,
  pileId: string,
  bytes: Uint8Array,
  name = "paper.pdf",
  place?: number,
): Promise<string> {
  const file = await services.files.accept(actor, bytes, name);
  await services.piles.addUpload(actor, pileId, file, place === undefined ? {} : { place });
  return file.key;
}

/** The SHA-256 of a file's bytes, which is their name in the store of files. */
export async function sha256Of({ db }: TestArchive, key = ""): Promise<string> {
  const file = db.read.selectFrom("file").select("sha256").where("key", "=", key);
  return (await file.executeTakeFirstOrThrow()).sha256;
}
