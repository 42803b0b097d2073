import { canonicalLink } from "../../../shared/drive-link.ts";
import { DomainError, invalid } from "../../../shared/errors.ts";
import { type FileStore, readTextJob } from "../../files/index.ts";
import type { JobsService } from "../../platform/index.ts";
import { sampleItems } from "./archive.ts";
import { type SampleAccount, sampleItemId, sampleRows } from "./load.ts";
import type { Removed, SampleRepo } from "./sample.repo.ts";
import { testJsonQuestions } from "./test-json.ts";
import type { SampleFields } from "./types.ts";

export interface SampleDependencies {
  sampleRepo: SampleRepo;
  fileStore: FileStore;
  /** Removes those of these bytes that no file needs; what fails is left to the sweeper. */
  discard: (sha256s: string[]) => Promise<void>;
  jobs: Pick<JobsService, "enqueue">;
  clock: () => number;
}

/** One entry of /Test.json. */
export type TestItem = Pick<
  SampleFields["question"],
  "subject" | "department" | "semester" | "code" | "year" | "driveLink"
> & { id: number; _id: string; url: string };

/** The sample archive: to look around in on a first start. For operators; there is no actor to check. */
export function createSampleService({ sampleRepo, fileStore, discard, jobs, clock }: SampleDependencies) {
  return {
    /**
     * Loads the sample, whole or not at all.
     * @param unlessRemoved does nothing where a sample was taken away before: for starts, not for the command
     * @returns how to sign in as its admin and as a student, or undefined where nothing was loaded
     * @throws DomainError conflict, when one of its e-mails belongs to somebody
     */
    async add({ unlessRemoved = false } = {}): Promise<
      { admin: SampleAccount; student: SampleAccount } | undefined
    > {
      if (await sampleRepo.isLoaded()) return undefined;
      if (unlessRemoved && (await sampleRepo.wasRemoved())) return undefined;
      const { rows, admin, student } = await sampleRows(fileStore, clock());
      const read = rows.papers.map(({ sha256 }) => readTextJob(sha256, ""));
      const outcome = await sampleRepo.insert(rows, (trx) => jobs.enqueue(read, trx));
      if (outcome === "taken") {
        throw new DomainError("conflict", { fields: invalid("email", "emailTaken").fields ?? {} });
      }
      if (outcome !== "stored") return undefined;
      return { admin, student };
    },

    /**
     * Takes the sample away: its items, answers, reviews, files and people, with the reviews these people wrote
     * since. What others contributed stays, and what was contributed in a sample person's name; a sample question
     * that somebody else answered stays too and belongs to the archive from then on.
     * @returns what went, or undefined where no sample is loaded
     */
    async remove(): Promise<Omit<Removed, "sha256s"> | undefined> {
      const removed = await sampleRepo.remove();
      if (!removed) return undefined;
      const { sha256s, ...counts } = removed;
      // After the transaction: bytes without a row are harmless, a row without its bytes is not.
      await discard(sha256s);
      return counts;
    },

    isLoaded: (): Promise<boolean> => sampleRepo.isLoaded(),

    /** /Test.json (spec §7): four questions, numbered from 0, with or without a loaded sample. */
    testJson: (): TestItem[] =>
      testJsonQuestions.map((index, position) => {
        const { subject, department, semester, code, year, ...fields } = fieldsOf(index);
        const driveLink = canonicalLink(fields.driveLink);
        return {
          id: position,
          _id: sampleItemId(index),
          subject,
          department,
          semester,
          code,
          year,
          driveLink,
          url: driveLink,
        };
      }),
  };
}

const fieldsOf = (index: number) => sampleItems[index]?.fields as SampleFields["question"];
