import { setTimeout as sleep } from "node:timers/promises";
import { authorize } from "../../../shared/people/authorize.ts";
import { PAGES_PER_PART } from "../../../shared/files/files.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import type { KnownUniversity } from "../../../shared/courses/universities.ts";
import type { JobsService, PageTextTable } from "../../platform/index.ts";
import { prerender } from "../storage/prerender.ts";
import type { FileStore } from "../storage/file-store.ts";
import type { FilesService } from "../storage/files.service.ts";
import type { PageImageCache } from "../storage/page-image-cache.ts";
import type { Papers } from "../rendering/papers.ts";
import { placesOf, storedPlaces } from "./line-boxes.ts";
import { isReadable } from "./page-text.ts";
import { PAGE_WIDTH } from "./ocr-messages.ts";
import type { JudgeTextsRepo } from "./judge-texts.repo.ts";
import { proposeDetails } from "./propose-details.ts";
import {
  createPageDetails,
  createProposals,
  type PageDetails,
  pagesOfHead,
  type PaperProposal,
} from "./proposals.ts";
import type { Recognised } from "./recogniser.ts";
import {
  judgeTextJob,
  judgeTextsJob,
  type PageJob,
  recognisePageJob,
  recognitionKinds,
} from "./recognition-jobs.ts";
import type { Progress, RecognitionRepo } from "./recognition.repo.ts";

export interface RecognitionDependencies {
  recognitionRepo: RecognitionRepo;
  judgeTextsRepo: JudgeTextsRepo;
  papers: Pick<Papers, "texts" | "page" | "greyPage" | "thumbnail">;
  fileStore: Pick<FileStore, "get">;
  pageImageCache: Pick<PageImageCache, "get">;
  files: Pick<FilesService, "get">;
  jobs: Pick<JobsService, "enqueue" | "retryDead">;
  /** The universities that a paper can name. */
  universities: () => Promise<KnownUniversity[]>;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

export interface PageText {
  /** From 1. */
  page: number;
  /** Undefined if the page was not read, "" if it has no text. */
  text: string | undefined;
  /** The confidence of OCR, from 0 to 100; undefined for text from the file's text layer. */
  confidence: number | undefined;
}

/** The text of some of a paper's pages. */
export interface PaperTexts {
  /** The number of pages in the whole paper; of a document, the number of its texts. */
  pageCount: number;
  /** How many pages were read. */
  readCount: number;
  /** Whether the server will still read pages of this paper. */
  isWaiting: boolean;
  /** From 1. */
  part: number;
  parts: number;
  /** The pages of this part, in order. */
  pages: PageText[];
}

/** The server recognises at most this many pages of one paper. */
const MAX_PAGES = 30;
const CERTAIN = 100;
/** How many papers with a text layer are judged before new papers have their turn. */
const JUDGED_AT_ONCE = 20;
/** How often, and with which pause (ms), a request looks for the first details of a paper. */
const [MAX_TRIES, PAUSE] = [20, 250];

/** The text of the pages of uploaded papers, from the text layer or from OCR. */
export function createRecognitionService(dependencies: RecognitionDependencies) {
  const {
    recognitionRepo,
    judgeTextsRepo,
    papers,
    fileStore,
    pageImageCache,
    files,
    jobs,
    universities,
    clock,
  } = dependencies;

  async function proposal(actor: Actor, key: string): Promise<PaperProposal> {
    const { sha256 } = await files.get(actor, key);
    const pages = await recognitionRepo.headTexts(pagesOfHead({ sha256, firstPage: 1 }));
    const facts = proposeDetails(pages, await universities());
    const awaited = await recognitionRepo.awaited(sha256, clock());
    return { facts, isWaiting: awaited === "today", isPostponed: awaited === "tomorrow" };
  }

  const pageDetails = createPageDetails(recognitionRepo);

  /** The pages of a paper, with a row for each readable text layer. @returns undefined if the file can't be opened */
  async function layersOf(sha256: string, bytes: Uint8Array, owner: string) {
    const answer = await papers.texts(bytes, { owner });
    if (!("value" in answer)) return undefined;
    return answer.value.map(({ text: given, boxes, isBroken }, index) => {
      const text = given.trim();
      const row: PageTextTable = {
        sha256,
        page: index + 1,
        source: "embedded",
        text: clean(text),
        confidence: CERTAIN,
        lineBoxes: storedPlaces(boxes),
      };
      return { page: row.page, row: isBroken || !isReadable(text) ? undefined : row };
    });
  }

  return {
    /**
     * The details that a paper's head proposes for its item, if the reader may open the file.
     * @param key of the file
     * @throws DomainError not_found
     */
    proposal,

    /**
     * Like `proposal`, for a browser without JavaScript: waits a few seconds until the head of the paper is read.
     * @throws DomainError not_found
     */
    async firstProposal(actor: Actor, key: string): Promise<PaperProposal> {
      for (let tries = 1; ; tries += 1) {
        const found = await proposal(actor, key);
        const isRead = !found.isWaiting || Object.keys(found.facts).length > 0;
        if (isRead || tries === MAX_TRIES) return found;
        await sleep(PAUSE);
      }
    },

    /** The proposals of many papers, by `headName`. The caller checks that the reader may open them. */
    proposals: createProposals(recognitionRepo, universities, clock),

    /** The details of each page of some papers. The caller checks that the reader may open them. */
    pageDetails,

    /**
     * The details of each page of a paper, if the reader may open the file.
     * @param most a paper with more pages has no such details
     * @throws DomainError not_found
     */
    async detailsByPage(actor: Actor, key: string, most: number): Promise<PageDetails[]> {
      const { sha256 } = await files.get(actor, key);
      const { count } = await recognitionRepo.readPages(sha256);
      // A document has texts, but no pages that can be drawn.
      if (count < 2 || count > most) return [];
      return (await pageDetails([sha256], most)).get(sha256) ?? [];
    },

    /**
     * The text of a paper's pages, 30 pages at a time, if the reader may open the file.
     * @param key of the file
     * @param part from 1; a number above the last part gives the last part
     * @throws DomainError not_found
     */
    async pageTexts(actor: Actor, key: string, part = 1): Promise<PaperTexts> {
      const { sha256 } = await files.get(actor, key);
      const isWaiting = (await recognitionRepo.awaited(sha256, clock())) !== "no";
      const { count: drawn, pages: done } = await recognitionRepo.readPages(sha256);
      // A document has text, but no pages that can be drawn.
      const count = drawn || Math.max(0, ...done);
      const parts = Math.ceil(count / PAGES_PER_PART);
      const shown = Math.max(1, Math.min(part, parts));
      const first = (shown - 1) * PAGES_PER_PART + 1;
      const last = Math.min(count, first + PAGES_PER_PART - 1);
      const rows = new Map((await recognitionRepo.texts(sha256, last, first)).map((row) => [row.page, row]));
      const pages = Array.from({ length: last - first + 1 }, (_, index) =>
        pageTextOf(first + index, rows.get(first + index)),
      );
      return { pageCount: count, readCount: done.length, isWaiting, part: shown, parts, pages };
    },

    /** The progress of recognition. @throws DomainError sign_in_required, forbidden */
    async progress(actor: Actor): Promise<Progress & { isPaused: boolean }> {
      const by = authorize(actor, "manageRecognition");
      const [progress, isPaused] = await Promise.all([
        recognitionRepo.progress(by, clock()),
        recognitionRepo.isPaused(),
      ]);
      return { ...progress, isPaused };
    },

    /** Stops recognition in every process of the archive. @throws DomainError sign_in_required, forbidden */
    async pause(actor: Actor): Promise<void> {
      await recognitionRepo.setPaused(authorize(actor, "manageRecognition"), true);
    },

    /** Continues recognition, and retries failed pages. @throws DomainError sign_in_required, forbidden */
    async resume(actor: Actor): Promise<void> {
      await recognitionRepo.setPaused(authorize(actor, "manageRecognition"), false);
      await jobs.retryDead(recognitionKinds);
    },

    isPaused: (): Promise<boolean> => recognitionRepo.isPaused(),

    /**
     * Runs the job of a new paper: stores its text layer, enqueues the reading of its other pages, and draws
     * its first images.
     * @param owner id of the account that uploaded it; "" for the archive itself
     */
    async readText(sha256: string, owner: string): Promise<void> {
      const { isKnown, count, pages: done } = await recognitionRepo.readPages(sha256);
      if (!isKnown || done.length > 0) return;
      const bytes = await fileStore.get(sha256);
      const layers = (await layersOf(sha256, bytes, owner)) ?? [];
      const rows = layers.flatMap(({ row }) => row ?? []);
      const others = layers.filter(({ page, row }) => page <= Math.min(count, MAX_PAGES) && !row);
      const newJobs = others.map(({ page }) => recognisePageJob({ sha256, page }, owner));
      await recognitionRepo.keep(sha256, rows, (trx) => jobs.enqueue(newJobs, trx));
      // Later pages are drawn when a reader opens them.
      if (count > 0) await prerender({ papers, pageImageCache }, { sha256, bytes, owner }).catch(() => {});
    },

    /** Enqueues the judgement of text layers that an earlier release stored. @param after as in `judgeTextsJob` */
    async judgeTexts(after: string): Promise<void> {
      const sha256s = await judgeTextsRepo.embedded(after, JUDGED_AT_ONCE);
      const last = sha256s.at(-1);
      if (last !== undefined) await jobs.enqueue([...sha256s.map(judgeTextJob), judgeTextsJob(last)]);
    },

    /**
     * Judges the stored text layer of a paper by the rules of today. A page whose layer is broken is recognised, and text
     * that readers can't see is removed. The details that people entered stay.
     */
    async judgeText(sha256: string): Promise<void> {
      const layers = await layersOf(sha256, await fileStore.get(sha256), "");
      if (!layers) return;
      await judgeTextsRepo.replace(
        sha256,
        layers.flatMap(({ row }) => row ?? []),
        (pages, trx) => {
          const drawn = pages.filter((page) => page <= MAX_PAGES);
          return jobs.enqueue(
            drawn.map((page) => recognisePageJob({ sha256, page }, "")),
            trx,
          );
        },
      );
    },

    /**
     * Runs the job of one page.
     * @param owner id of the account that uploaded it; "" for the archive itself
     * @param recognise reads the text of a picture, and calls `onHead` as soon as it knows the first lines
     * @throws DomainError unavailable, and the errors of `recognise`
     */
    async recognisePage(
      { sha256, page }: PageJob,
      owner: string,
      recognise: (image: Uint8Array, onHead: (head: Recognised) => void) => Promise<Recognised>,
    ): Promise<void> {
      const { isKnown, pages: done } = await recognitionRepo.readPages(sha256);
      if (!isKnown || done.includes(page)) return;
      const image = await papers.greyPage(await fileStore.get(sha256), page, PAGE_WIDTH, { owner });
      // A retry does not help if the page can't be drawn.
      if ("refusal" in image || !image.value) return;
      let head = Promise.resolve();
      const { confidence, ...whole } = await recognise(image.value, (found) => {
        head = recognitionRepo.keepHead({ sha256, page, ...stored(found) });
        // The awaited promise below reports an error, too.
        head.catch(() => {});
      });
      await head;
      await recognitionRepo.keep(sha256, [
        { sha256, page, source: "recognised", confidence, ...stored(whole) },
      ]);
    },
  };
}

export type RecognitionService = ReturnType<typeof createRecognitionService>;

/** The columns of a text that was recognised. */
function stored({ text: read, lines }: Pick<Recognised, "text" | "lines">) {
  const text = clean(read);
  return { text, lineBoxes: storedPlaces(placesOf(text, lines)) };
}

function pageTextOf(page: number, row: PageTextTable | undefined): PageText {
  const confidence = row?.source === "recognised" ? row.confidence : undefined;
  return { page, text: row?.text.trim(), confidence };
}

/** PostgreSQL can't store NUL in text. */
const clean = (text: string): string => text.normalize("NFC").replaceAll("\0", "");
