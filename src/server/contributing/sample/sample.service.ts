import { canonicalLink } from "../../../shared/files/drive-link.ts";
import { DomainError, invalid } from "../../../shared/problems/errors.ts";
import { type FileStore, readTextJob } from "../../files/index.ts";
import type { JobsService } from "../../platform/index.ts";
import { sampleItems } from "./archive.ts";
import { sampleItemId, type SampleLogins, sampleRows } from "./load.ts";
import type { Removed, SampleRepo } from "./sample.repo.ts";
import type { SampleFields } from "./types.ts";

/**
 * The indexes in `sampleItems` of the Approved questions in /Test.json. The specification's client shows
 * items 1 to 3.
 */
const testJsonQuestions = [3, 0, 1, 2] as const;

export interface SampleDependencies {
  sampleRepo: SampleRepo;
  fileStore: FileStore;
  /** Removes bytes that no file uses. If the removal fails, the sweep does it later. */
  discard: (sha256s: string[]) => Promise<void>;
  jobs: Pick<JobsService, "enqueue">;
  clock: () => number;
}

/** One entry of /Test.json. */
export type TestItem = Pick<
  SampleFields["question"],
  "subject" | "department" | "semester" | "code" | "year" | "driveLink"
> & { id: number; _id: string; url: string };

/** The sample archive, for a first look around. Only operators use it, so there is no actor to check. */
export function createSampleService({ sampleRepo, fileStore, discard, jobs, clock }: SampleDependencies) {
  return {
    /**
     * Loads the whole sample or nothing.
     * @param unlessRemoved loads nothing if a sample was removed before. The server sets this on startup; the
     * command doesn't
     * @returns the logins of its admin, of a moderator and of a student; undefined if nothing was loaded
     * @throws DomainError conflict, if one of its emails already has an account
     */
    async add({ unlessRemoved = false } = {}): Promise<SampleLogins | undefined> {
      if (await sampleRepo.isLoaded()) return undefined;
      if (unlessRemoved && (await sampleRepo.wasRemoved())) return undefined;
      const { rows, logins } = await sampleRows(fileStore, clock());
      const read = rows.papers.map(({ sha256 }) => readTextJob(sha256, ""));
      const outcome = await sampleRepo.insert(rows, (trx) => jobs.enqueue(read, trx));
      if (outcome === "taken") {
        throw new DomainError("conflict", { fields: invalid("email", "emailTaken").fields ?? {} });
      }
      if (outcome !== "stored") return undefined;
      return logins;
    },

    /**
     * Removes the sample: its items, answers, reviews, files and people, including later reviews by these
     * people. It does not remove contributions of other people, later contributions of sample people, or a
     * sample question that another person answered.
     * @returns the removed counts; undefined if no sample is loaded
     */
    async remove(): Promise<Omit<Removed, "sha256s"> | undefined> {
      const removed = await sampleRepo.remove();
      if (!removed) return undefined;
      const { sha256s, ...counts } = removed;
      // The bytes are removed after the transaction, because bytes without a row do no harm, but a row
      // without bytes does.
      await discard(sha256s);
      return counts;
    },

    isLoaded: (): Promise<boolean> => sampleRepo.isLoaded(),

    /**
     * The content of /Test.json (spec §7): four questions, numbered from 0. The sample doesn't have to be
     * loaded.
     */
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
