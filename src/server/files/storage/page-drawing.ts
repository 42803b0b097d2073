import { createHash } from "node:crypto";
import { DomainError, isDomainError } from "../../../shared/problems/errors.ts";
import { CUTTINGS_SIDE, pageImageName, THUMBNAIL } from "../../../shared/files/files.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import {
  type Client,
  createSemaphore,
  type FileTable,
  type LimitsService,
  networkOf,
} from "../../platform/index.ts";
import type { LineBox } from "../rendering/line-box.ts";
import type { PageImage } from "../rendering/page-images.ts";
import type { PrintedWords } from "../rendering/three-cuttings.ts";
import type { PaperAnswer, PaperRequester, Papers } from "../rendering/papers.ts";
import { createFailedPages } from "./failed-pages.ts";
import type { FileStore } from "./file-store.ts";
import type { FilesRepo } from "./files.repo.ts";
import type { WithPermit, PageImageCache } from "./page-image-cache.ts";
import { addPrints } from "./paper-prints.ts";
import { taken } from "./taken.ts";

export interface PageDrawingDependencies {
  filesRepo: Pick<FilesRepo, "paper" | "setPrints" | "wordsOf">;
  fileStore: Pick<FileStore, "get">;
  papers: Pick<Papers, "thumbnail" | "page" | "cutting" | "threeCuttings" | "fingerprint">;
  pageImageCache: Pick<PageImageCache, "get">;
  limits: Pick<LimitsService, "take">;
  /** The place of a line of a page; undefined if there is none. @param page from 1 @param line from 1 */
  placeOfLine: (sha256: string, page: number, line: number) => Promise<LineBox | undefined>;
  /**
   * Finds the code, exam and year of an item in the head of its paper.
   * @param onMiss runs before the text is searched, which an earlier call may have done
   */
  printedWords: (
    sha256: string,
    item: ItemWords,
    onMiss: () => Promise<void>,
  ) => Promise<PrintedWords | undefined>;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** A reader who requests a page image, and a signal that ends the wait. */
export interface PageRequester {
  actor: Actor;
  client: Client;
  signal?: AbortSignal;
}

const SIZE = { width: CUTTINGS_SIDE, height: CUTTINGS_SIDE };
/** The length of the hash in a name, in hex digits. */
const HASH = 16;

/** How many pages are drawn at once, and how many requests may wait. */
const PERMITS = { concurrency: 3, waiting: 50 };

/** The code, exam and year of an item. */
export interface ItemWords {
  code: string;
  examType: string;
  year: string;
}

/** The picture with the words that a paper prints: where they are, and a name that says which picture it is. */
export interface WordsPicture {
  name: string;
  printed: PrintedWords | undefined;
  /** Whether this request was counted, because the server searched the text of the paper. */
  isCounted: boolean;
}

/** Increase this number when the pictures change: the server then draws all of them again. */
const WORDS_VERSION = 1;
/** A transparent picture (CUTTINGS_SIDE wide and high), through which the page shows the cover of the item. */
const TRANSPARENT = Buffer.from("UklGRiQAAABXRUJQVlA4TBcAAAAvH8FHEAcQEREQkCT9/09G9D/jP/8HBAA=", "base64");

/** Images of pages and of their lines, drawn when somebody requests them. */
export function createPageDrawing(dependencies: PageDrawingDependencies) {
  const { filesRepo, fileStore, papers, pageImageCache, limits, placeOfLine, clock } = dependencies;
  const { printedWords } = dependencies;
  const permits = createSemaphore(PERMITS);
  const failedPages = createFailedPages(clock);

  /** Whether a file has this page at this width. A file that the archive made itself has no pages. */
  async function isThere(file: FileTable, page: number, width: number): Promise<boolean> {
    if (width === THUMBNAIL && page !== 1) return false;
    return page <= ((await filesRepo.paper(file.sha256))?.pages ?? 1);
  }

  /**
   * Counts a drawn page for an address. If the database can't be written, nothing is counted and the reader
   * still gets the page.
   */
  async function countPage(client: Client): Promise<void> {
    try {
      await limits.take("page", { client });
    } catch (error) {
      if (isDomainError(error) && error.code !== "read_only") throw error;
    }
  }

  interface Drawing {
    /** The name in the cache. */
    name: string;
    isThere: () => Promise<boolean>;
    draw: (bytes: Uint8Array, by: PaperRequester) => Promise<PaperAnswer<PageImage | undefined>>;
    isCounted?: boolean;
  }

  async function drawn(file: FileTable, drawing: Drawing, requester?: PageRequester): Promise<Uint8Array> {
    const { name } = drawing;
    const owner = ownerOf(requester);
    const withPermit: WithPermit = async (use) => {
      if (!(await drawing.isThere())) throw new DomainError("not_found");
      failedPages.check(file.sha256, name);
      if (requester && !drawing.isCounted) await countPage(requester.client);
      return permits.take({ owner, signal: requester?.signal }, use);
    };
    const draw = async () => {
      failedPages.check(file.sha256, name);
      const answer = await drawing.draw(await fileStore.get(file.sha256), { owner, isUrgent: true });
      if ("refusal" in answer) failedPages.keep(file.sha256, name, answer);
      const image = taken(answer);
      if (!image) throw new DomainError("not_found");
      return image.bytes;
    };
    return pageImageCache.get(file.sha256, name, draw, withPermit);
  }

  return {
    /**
     * A page of a file from `get`, as WebP.
     * @param page from 1
     * @param width in px; `THUMBNAIL` gives only the head of page 1
     * @param requester if undefined, no limit counts the drawn image. An aborted request draws nothing
     * @throws DomainError not_found if there is no such page, too_many_requests, unavailable if too many
     * requests wait, invalid_input if the page can't be drawn; RequestAborted
     */
    page: (file: FileTable, page: number, width: number, requester?: PageRequester): Promise<Uint8Array> =>
      drawn(
        file,
        {
          name: `${pageImageName(page, width)}.webp`,
          isThere: () => isThere(file, page, width),
          async draw(bytes, by) {
            if (width !== THUMBNAIL) return papers.page(bytes, page, width, by);
            await addPrints(dependencies, file.sha256, bytes, by);
            return papers.thumbnail(bytes, by);
          },
        },
        requester,
      ),

    /**
     * The place of a line on a page of a file from `get`.
     * @param page from 1
     * @param line from 1
     * @throws DomainError not_found if there is no such line, or its place is unknown
     */
    async lineBox({ sha256 }: FileTable, page: number, line: number): Promise<LineBox> {
      const box = await placeOfLine(sha256, page, line);
      if (!box) throw new DomainError("not_found");
      return box;
    },

    /**
     * A picture of one line of a file from `get`, as WebP of at most 8 kB.
     * @param page from 1
     * @param box from `lineBox`
     * @param requester see `page`
     * @throws see `page`
     */
    cutting: (file: FileTable, page: number, box: LineBox, requester?: PageRequester): Promise<Uint8Array> =>
      drawn(
        file,
        {
          name: `${page}-${box.join("-")}.webp`,
          isThere: () => isThere(file, page, 0),
          draw: (bytes, by) => papers.cutting(bytes, page, box, by),
        },
        requester,
      ),

    /**
     * Names the picture of the code, exam and year of an item, as its paper prints them.
     * @param file from `get`; its item has the three
     * @param requester see `page`. A search in the text of the paper counts like a drawn page
     * @throws DomainError too_many_requests
     */
    async wordsPicture({ key, sha256 }: FileTable, requester?: PageRequester): Promise<WordsPicture> {
      const { code, examType, year } = (await filesRepo.wordsOf(key)) ?? {};
      let isCounted = false;
      const count = async () => {
        if (!requester) return;
        await countPage(requester.client);
        isCounted = true;
      };
      const printed =
        code && examType && year
          ? await printedWords(sha256, { code, examType, year: String(year) }, count)
          : undefined;
      const hash = createHash("sha256")
        .update(JSON.stringify(printed ?? null))
        .digest("hex")
        .slice(0, HASH);
      return { name: `words-${WORDS_VERSION}-${hash}`, printed, isCounted };
    },

    /**
     * The picture of the words of a file from `get`, as WebP of at most 8 kB. It is transparent if they are not found.
     * @param requester see `page`
     * @throws see `page`
     */
    async words(
      file: FileTable,
      { name, printed, isCounted }: WordsPicture,
      requester?: PageRequester,
    ): Promise<Uint8Array> {
      if (!printed) return TRANSPARENT;
      const drawing: Drawing = {
        name: `${name}.webp`,
        isThere: () => isThere(file, printed.page, 0),
        isCounted,
        async draw(bytes, by) {
          const answer = await papers.threeCuttings(bytes, printed, by);
          if ("refusal" in answer || answer.value) return answer;
          return { value: { ...SIZE, type: "image/webp", bytes: TRANSPARENT } };
        },
      };
      return drawn(file, drawing, requester);
    },
  };
}

/** Readers without a session take turns by IP address. */
function ownerOf(requester: PageRequester | undefined): string {
  if (!requester) return "";
  return requester.actor?.id ?? networkOf(requester.client.address);
}
