import type { Recognised } from "../../../src/server/files/recognition/recogniser.ts";
import { recognitionHandlers } from "../../../src/server/files/recognition/recognition.jobs.ts";
import { recognitionLanes } from "../../../src/server/files/recognition/recognition-jobs.ts";
import { lanes } from "../../../src/server/platform/jobs/lanes.ts";
import { createJobRunner } from "../../../src/server/platform/jobs/job-runner.ts";
import type { User } from "../../../src/shared/people/policy.ts";
import { insertItem, type ItemOptions } from "../archive/factories.ts";
import type { TestArchive } from "../platform/archive.ts";

/** Inserts an item that shows a person's file. @returns the path of its page, its id and the file's key */
export async function insertPaper(
  archive: TestArchive,
  uploader: User,
  bytes: Uint8Array,
  options: ItemOptions = {},
) {
  const { key } = await archive.services.files.accept(uploader, bytes, "paper");
  const id = await insertItem(archive, "question", { ...options, uploader, fileKey: key });
  return { id, key, path: `/question-details/${id}` };
}

/** Reads the text of uploaded papers, and also pages without text if there is a recogniser. */
export async function readPapers(
  { services }: TestArchive,
  recognise?: (image: Uint8Array) => Promise<Recognised>,
): Promise<void> {
  const failures: unknown[] = [];
  const handlers = recognitionHandlers(services.recognition, recognise && { recognise });
  const log = {
    failed: (facts: { error: unknown }) => failures.push(facts.error),
    error: (error: unknown) => failures.push(error),
  };
  const { jobs } = services;
  await createJobRunner({
    jobs,
    handlers,
    choice: { lanes: recognise ? recognitionLanes : [lanes.text] },
    log,
  }).drain();
  if (failures.length > 0) throw new Error(`Papers could not be read: ${failures.join(", ")}`);
}
