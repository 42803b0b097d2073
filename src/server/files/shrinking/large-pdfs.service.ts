import { lstat, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { authorize } from "../../../shared/people/authorize.ts";
import { DomainError, isDomainError, type Problem } from "../../../shared/problems/errors.ts";
import { FILE_FIELD } from "../../../shared/files/files.ts";
import type { Actor, User } from "../../../shared/people/policy.ts";
import { idPattern } from "../../../shared/schemas/text.ts";
import type { JobsService, LargePdfTable } from "../../platform/index.ts";
import { cleanName } from "../storage/accept-file.ts";
import { type FilesService, UNUSED_LIMIT, type UploadedFile } from "../storage/files.service.ts";
import { requireOwn } from "../storage/own-file.ts";
import type { LargePdfsRepo } from "./large-pdfs.repo.ts";
import { shrinkPdfJob } from "./shrink-jobs.ts";
import type { Shrinker } from "./shrinker.ts";

export interface LargePdfsDependencies {
  largePdfsRepo: LargePdfsRepo;
  files: Pick<FilesService, "accept" | "unused">;
  jobs: Pick<JobsService, "enqueue">;
  shrink: Shrinker;
  /** The folder with the parts of unfinished uploads, where the PDFs wait. */
  folder: string;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** A complete upload of a large PDF. */
export type NewLargePdf = Pick<LargePdfTable, "id" | "name" | "size"> &
  Partial<Pick<LargePdfTable, "pileId" | "place" | "mark">>;

/** Hands a file to its pile. A second call with the same PDF changes nothing. */
export interface DeliverPdf {
  file(owner: User, pdf: LargePdfTable, file: UploadedFile): Promise<void>;
  /** @returns whether the pile has a row with the reason; false if it is full or gone */
  refusal(owner: User, pdf: LargePdfTable, problem: Problem): Promise<boolean>;
}

/** The progress of a PDF, its small file, or the reason why there is none. */
export type LargePdfState =
  | { page: number; pages: number; size: number }
  | { file: UploadedFile }
  | { problem: Problem; size: number };

/** How many PDFs of one account can wait. */
const MAX_WAITING = 40;
/** When a person with too many waiting PDFs can try again, in seconds. */
const RETRY_AFTER = 600;
/** How often the progress is stored, in ms. */
const STEP = 1_000;
const PDF = ".pdf";

/** Scanned PDFs above the limit of a paper, which a job makes smaller. */
export function createLargePdfsService(dependencies: LargePdfsDependencies) {
  const { largePdfsRepo, files, jobs, shrink, folder, clock } = dependencies;
  const pathOf = (id: string) => join(folder, id + PDF);

  /** Moves the bytes of a complete upload out of the unfinished ones, if this has not happened yet. */
  async function moveOutOfUploads(id: string): Promise<void> {
    await rename(join(folder, id), pathOf(id)).catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== "ENOENT") throw error;
    });
  }

  /** Removes the bytes. Another server may have them; its sweeper removes them. */
  const removeBytes = (id: string) => rm(pathOf(id), { force: true });

  /** Makes the PDF small and stores it as a file with the same key. */
  async function store(owner: User, pdf: LargePdfTable, signal: AbortSignal): Promise<UploadedFile> {
    // A job that was killed after it stored the file only delivers it.
    const stored = await files.unused(owner, pdf.id).catch(() => undefined);
    if (stored) return stored;
    // Another server may have the bytes, and may run the next attempt.
    await requireOwn(pathOf(pdf.id));
    let shownAt = 0;
    const onPage = (page: number, pages: number) => {
      if (clock() - shownAt < STEP && page !== pages) return;
      shownAt = clock();
      // The next page tells it again.
      void largePdfsRepo.update(pdf.id, { page, pages }).catch(() => {});
    };
    const made = await shrink(pathOf(pdf.id), onPage, signal);
    if ("refusal" in made) throw new DomainError("invalid_input", { fields: refused(made.refusal) });
    await largePdfsRepo.update(pdf.id, { state: "stored" });
    return files.accept(owner, made.value, pdf.name, pdf.id);
  }

  async function refuse(owner: User, pdf: LargePdfTable, problem: Problem, deliver: DeliverPdf) {
    const isNamed = pdf.pileId !== null && (await deliver.refusal(owner, pdf, problem));
    if (isNamed) await largePdfsRepo.remove([pdf.id]);
    // A full pile has no place for a row, so it shows the name and the reason above its rows.
    else await largePdfsRepo.update(pdf.id, { state: "refused", problem: JSON.stringify(problem) });
    await removeBytes(pdf.id);
  }

  return {
    /**
     * Checks whether a person may upload one more large PDF.
     * @throws DomainError sign_in_required, too_many_requests
     */
    async begin(actor: Actor): Promise<void> {
      const by = authorize(actor, "contribute");
      if ((await largePdfsRepo.waitingOf(by.id)) >= MAX_WAITING)
        throw new DomainError("too_many_requests", { retryAfter: RETRY_AFTER });
    },

    /**
     * Takes over a complete upload of a large PDF. A job then makes it smaller. A second call changes nothing.
     * @throws DomainError sign_in_required
     */
    async add(
      actor: Actor,
      { id, name, size, pileId = null, place = null, mark = null }: NewLargePdf,
    ): Promise<void> {
      const by = authorize(actor, "contribute");
      const rest = { state: "waiting" as const, problem: null, page: 0, pages: 0, createdAt: clock() };
      const pdf = { id, ownerId: by.id, pileId, name: cleanName(name), size, place, mark, ...rest };
      await largePdfsRepo.insert(pdf, (trx) => jobs.enqueue([shrinkPdfJob(id, by.id)], trx));
      await moveOutOfUploads(id);
    },

    /** The state of a PDF that this person uploaded; undefined if there is none. */
    async state(actor: Actor, id: string): Promise<LargePdfState | undefined> {
      if (!actor || !idPattern.test(id)) return undefined;
      const pdf = await largePdfsRepo.find(id);
      if (pdf && pdf.ownerId !== actor.id) return undefined;
      if (pdf?.problem) return { problem: JSON.parse(pdf.problem) as Problem, size: pdf.size };
      if (pdf) return { page: pdf.page, pages: pdf.pages, size: pdf.size };
      const file = await files.unused(actor, id).catch((error: unknown) => {
        if (!isDomainError(error)) throw error;
        return undefined;
      });
      return file && { file };
    },

    /**
     * Runs a job: makes a PDF smaller, stores it, and hands it to its pile. A killed job starts again.
     * @param isLast whether this is the last attempt; then the PDF is refused
     * @throws errors that a retry may solve
     */
    async run(id: string, isLast: boolean, signal: AbortSignal, deliver: DeliverPdf): Promise<void> {
      const pdf = await largePdfsRepo.find(id);
      // The pile or the account was removed.
      if (!pdf) return removeBytes(id);
      const person = await largePdfsRepo.person(pdf.ownerId);
      if (!person || pdf.state === "refused") return;
      const owner = authorize(person as User, "contribute");
      try {
        await moveOutOfUploads(id);
        const file = await store(owner, pdf, signal);
        if (pdf.pileId !== null) await deliver.file(owner, pdf, file);
      } catch (error) {
        const isRefused = isDomainError(error) && error.code === "invalid_input";
        const problem = isRefused ? error.fields?.[FILE_FIELD] : undefined;
        if (!problem && !isLast) throw error;
        const { code, path } = error as { code?: unknown; path?: unknown };
        const isGone = code === "ENOENT" && path === pathOf(id);
        return refuse(owner, pdf, problem ?? { code: isGone ? "pdfGone" : "pdfFault" }, deliver);
      }
      await largePdfsRepo.remove([id]);
      await removeBytes(id);
    },

    /** Refuses a PDF whose processes died, and tells its owner. A second call changes nothing. */
    async stopped(id: string, deliver: DeliverPdf): Promise<void> {
      const pdf = await largePdfsRepo.find(id);
      if (!pdf || pdf.state === "refused") return;
      const person = await largePdfsRepo.person(pdf.ownerId);
      const problem: Problem = { code: "file_too_heavy" };
      if (person) return refuse(authorize(person as User, "contribute"), pdf, problem, deliver);
      await largePdfsRepo.update(id, { state: "refused", problem: JSON.stringify(problem) });
      await removeBytes(id);
    },

    /**
     * Refuses the PDFs that are a day old, removes refused ones after another day, and bytes that no PDF needs.
     * Continues PDFs whose job is gone.
     */
    async sweep(): Promise<void> {
      const old = await largePdfsRepo.old(clock() - UNUSED_LIMIT);
      const gone = old.filter(({ createdAt }) => createdAt < clock() - 2 * UNUSED_LIMIT);
      for (const { id } of old.filter(({ state }) => state !== "refused"))
        await largePdfsRepo.update(id, {
          state: "refused",
          problem: JSON.stringify({ code: "pdfFault" } satisfies Problem),
        });
      await largePdfsRepo.remove(gone.filter(({ pileId }) => pileId === null).map(({ id }) => id));
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(PDF));
      const ids = names.map((name) => name.slice(0, -PDF.length));
      const needed = await largePdfsRepo.needed(ids);
      for (const id of ids.filter((one) => !needed.has(one))) {
        const { mtimeMs } = await lstat(pathOf(id)).catch(() => ({ mtimeMs: Infinity }));
        if (mtimeMs < clock() - UNUSED_LIMIT) await removeBytes(id);
      }
      const waiting = await largePdfsRepo.withoutJob();
      await jobs.enqueue(waiting.map(({ id: one, ownerId }) => shrinkPdfJob(one, ownerId)));
    },
  };
}

export type LargePdfsService = ReturnType<typeof createLargePdfsService>;

const refused = (code: Problem["code"]) => ({ [FILE_FIELD]: { code } });
