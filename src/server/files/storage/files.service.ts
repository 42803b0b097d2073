import { authorize } from "../../../shared/authorize.ts";
import { MAX_PICTURE_BYTES } from "../../../shared/file-limits.ts";
import { DomainError, invalid, isDomainError } from "../../../shared/errors.ts";
import { downloadName, FILE_FIELD, fileName, THUMBNAIL } from "../../../shared/files.ts";
import { type Actor, policy, type User } from "../../../shared/policy.ts";
import {
  type Client,
  createSemaphore,
  type FileTable,
  isUncertain,
  type LimitsService,
  networkOf,
  type Query,
  randomKey,
} from "../../platform/index.ts";
import { discardBytes, storeBytes } from "./discard-bytes.ts";
import { type ByteRange, type FileStore, sha256Of } from "./file-store.ts";
import { imageOrThrow, tooLarge } from "./image-or-throw.ts";
import type { InTurn, PageImageCache } from "./page-image-cache.ts";
import { stripMetadata } from "../rendering/strip-metadata.ts";
import type { PaperAnswer, Papers } from "../rendering/papers.ts";
import { createFailedPages } from "./failed-pages.ts";
import type { FilesRepo } from "./files.repo.ts";
import { sweepFiles } from "./sweep-files.ts";
import { MB } from "../../../shared/bytes.ts";

export interface FilesDependencies {
  filesRepo: FilesRepo;
  fileStore: FileStore;
  papers: Pick<Papers, "inspect" | "fingerprint" | "thumbnail" | "page" | "cover">;
  pageImageCache: PageImageCache;
  limits: Pick<LimitsService, "take">;
  /** Enqueues the job that reads a new paper's text, in the transaction that stores the paper. */
  enqueueReading: (sha256: string, owner: string, trx: Query) => Promise<void>;
  /** A person's upload quota, in bytes. */
  quota: number;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

export interface UploadedFile {
  key: string;
  name: string;
  type: string;
  /** The size in bytes. */
  size: number;
  pages: number;
}

/** A reader who requests a page image, and a signal that ends the wait. */
export interface PageRequester {
  actor: Actor;
  client: Client;
  signal?: AbortSignal;
}

/** After this time (ms), an uploaded file without an item is deleted, and so are bytes without a file. */
export const UNUSED_LIMIT = 24 * 3_600_000;
const MAX_NAME = 200;
const KEY = /^[0-9a-f]{32}$/;
/**
 * Limits for files in memory. One person has at most three uploads and two reads, so slow uploads of one
 * person leave places for others.
 */
const PLACES = { accept: { atOnce: 4, waiting: 100 }, page: { atOnce: 3, waiting: 50 } };

/** Uploaded files. Equal content is stored once, items show the files, and unused files are deleted. */
export function createFilesService(dependencies: FilesDependencies) {
  const { filesRepo, fileStore, papers, pageImageCache, limits, enqueueReading, quota, clock } = dependencies;

  const acceptPlaces = createSemaphore(PLACES.accept);
  const pagePlaces = createSemaphore(PLACES.page);
  const failedPages = createFailedPages(clock);

  async function photo(actor: Actor, key: string): Promise<FileTable | undefined> {
    const found = await filesRepo.findPhoto(key);
    if (!found || !policy.readPerson(actor, found.email)) return undefined;
    const { email: _whose, ...file } = found;
    return file;
  }

  async function keep(actor: User, given: Uint8Array, name: string, key: string): Promise<UploadedFile> {
    const facts = taken(await papers.inspect(given, { owner: actor.id }));
    const bytes = stripMetadata(given, facts);
    const fingerprint = taken(await papers.fingerprint(bytes, { owner: actor.id }));
    const now = clock();
    const file: FileTable = {
      key,
      sha256: await fileStore.put(bytes),
      uploadedSha256: bytes === given ? null : sha256Of(given),
      type: facts.type,
      size: bytes.length,
      uploaderId: actor.id,
      name: cleanName(name),
      createdAt: now,
    };
    const paper = { sha256: file.sha256, pages: facts.pages, ...fingerprint, pageWords: "", createdAt: now };
    const read = (within: Query) => enqueueReading(file.sha256, actor.id, within);
    const outcome = await filesRepo.insert(file, paper, quota, read).catch(async (error: unknown) => {
      // If a file may need the bytes, or their removal fails, the sweeper handles them later.
      if (!isUncertain(error)) await discardBytes(fileStore, filesRepo, [file.sha256]).catch(() => {});
      throw error;
    });
    if (outcome === "overQuota") {
      await discardBytes(fileStore, filesRepo, [file.sha256]);
      throw overQuota();
    }
    await storeBytes(fileStore, file.sha256, bytes);
    return asUploadedFile(file, facts.pages);
  }

  const overQuota = () => invalid(FILE_FIELD, "quota", String(Math.floor(quota / MB)));

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

  async function begin(actor: Actor, client: Client): Promise<void> {
    const sender = authorize(actor, "contribute");
    await limits.take("upload", { client, account: sender.email });
  }

  return {
    /**
     * Checks whether a person may start an upload. Each call counts as an attempt.
     * @throws DomainError sign_in_required, too_many_requests
     */
    begin,

    /**
     * Checks whether a person's unfinished uploads fit into the quota, together with their stored files.
     * @param size of all unfinished uploads, in bytes
     * @throws DomainError invalid_input with the reason at `file`
     */
    async fits(uploaderId: string, size: number): Promise<void> {
      if ((await filesRepo.used(uploaderId)) + size > quota) throw overQuota();
    },

    /**
     * Stores a file for the contributor's next item, and strips the metadata of a photo. A second call with
     * the same key changes nothing.
     * @param given the bytes, or a function that reads them when there is a free place
     * @param key random; the file's address from now on
     * @throws DomainError sign_in_required, unavailable, invalid_input with the reason at `file`
     */
    async accept(
      actor: Actor,
      given: Uint8Array | (() => Promise<Uint8Array>),
      name: string,
      key = randomKey(),
    ): Promise<UploadedFile> {
      const sender = authorize(actor, "contribute");
      return acceptPlaces.take({ owner: sender.id }, async () =>
        keep(sender, typeof given === "function" ? await given() : given, name, key),
      );
    },

    /**
     * A file that its contributor uploaded and that no item shows yet.
     * @throws DomainError invalid_input at `file` if the file is used or deleted, or belongs to another
     * person
     */
    async unused(actor: Actor, key: string): Promise<UploadedFile> {
      if (!actor || !KEY.test(key)) throw invalid(FILE_FIELD, "fileGone");
      const file = await filesRepo.findUnused(key, actor.id);
      if (!file)
        throw invalid(FILE_FIELD, (await filesRepo.wasUploaded(key, actor.id)) ? "fileUsed" : "fileGone");
      return asUploadedFile(file, (await filesRepo.paper(file.sha256))?.pages ?? 1);
    },

    /**
     * Makes the cover of an item from an image. The form then sends it as the item's image.
     * @param field the form field that the error names
     * @returns a data URL
     * @throws DomainError sign_in_required, too_many_requests, invalid_input with the reason at the field
     */
    async cover(actor: Actor, bytes: Uint8Array, field: string, client: Client): Promise<string> {
      await begin(actor, client);
      if (bytes.length > MAX_PICTURE_BYTES) throw tooLarge(field, MAX_PICTURE_BYTES);
      const image = imageOrThrow(await papers.cover(bytes, { owner: actor?.id ?? "" }), field);
      return `data:${image.type};base64,${Buffer.from(image.bytes).toString("base64")}`;
    },

    /** The data of a file, if this reader may open it. @throws DomainError not_found */
    async get(actor: Actor, key: string): Promise<FileTable> {
      const file = KEY.test(key)
        ? ((await filesRepo.find(key, actor)) ?? (await photo(actor, key)))
        : undefined;
      if (!file) throw new DomainError("not_found");
      return file;
    },

    /**
     * The file name for a download of a file from `get`: from its item's title, or the uploaded name if no
     * item shows it.
     * @returns undefined for a file that the archive made itself, because pages show it
     */
    async nameOf({ key, name, type }: FileTable): Promise<string | undefined> {
      if (name === null) return undefined;
      const item = await filesRepo.shownBy(key);
      return item ? fileName(item, type) : downloadName([name.replace(/\.[^.]*$/, "")], type);
    },

    /** The bytes of a file from `get`, or a range of them. */
    stream: (file: FileTable, range?: ByteRange): Promise<ReadableStream<Uint8Array>> =>
      fileStore.stream(file.sha256, range ?? { start: 0, end: file.size - 1 }),

    /**
     * A page of a file from `get`, as WebP.
     * @param page from 1
     * @param width in px; `THUMBNAIL` gives only the head of page 1
     * @param requester if undefined, no limit counts the drawn image. An aborted request draws nothing
     * @throws DomainError not_found if there is no such page, too_many_requests, unavailable if too many
     * requests wait, invalid_input if the page can't be drawn; RequestAborted
     */
    async page(file: FileTable, page: number, width: number, requester?: PageRequester): Promise<Uint8Array> {
      const name = `${page}-${width}.webp`;
      const owner = ownerOf(requester);
      const inTurn: InTurn = async (use) => {
        if (!(await isThere(file, page, width))) throw new DomainError("not_found");
        failedPages.check(file.sha256, name);
        if (requester) await countPage(requester.client);
        return pagePlaces.take({ owner, signal: requester?.signal }, use);
      };
      const draw = async () => {
        failedPages.check(file.sha256, name);
        const bytes = await fileStore.get(file.sha256);
        const by = { owner, isUrgent: true };
        const answer =
          width === THUMBNAIL ? await papers.thumbnail(bytes, by) : await papers.page(bytes, page, width, by);
        if ("refusal" in answer) failedPages.keep(file.sha256, name, answer);
        const image = taken(answer);
        if (!image) throw new DomainError("not_found");
        return image.bytes;
      };
      return pageImageCache.get(file.sha256, name, draw, inTurn);
    },

    /**
     * Removes unused uploads, and data that killed processes left.
     * @param failed called with each error; the sweep then continues. Without it, the first error is thrown
     * @returns how many files were removed, and how many contents
     */
    sweep: (failed: (error: unknown) => void = rethrow) =>
      sweepFiles({ filesRepo, fileStore, pageImageCache }, clock() - UNUSED_LIMIT, failed),
  };
}

export type FilesService = ReturnType<typeof createFilesService>;

function rethrow(error: unknown): never {
  throw error;
}

/** @throws DomainError invalid_input with the reason at `file` */
function taken<T>(answer: PaperAnswer<T>): T {
  if ("refusal" in answer) throw invalid(FILE_FIELD, answer.refusal);
  return answer.value;
}

/** Readers without a session take turns by IP address. */
function ownerOf(requester: PageRequester | undefined): string {
  if (!requester) return "";
  return requester.actor?.id ?? networkOf(requester.client.address);
}

function asUploadedFile({ key, name, type, size }: FileTable, pages: number): UploadedFile {
  return { key, name: name ?? "", type, size, pages };
}

/**
 * The last part of a path, without unprintable characters. Only people see this name; addresses use the key.
 */
function cleanName(name: string): string {
  const last = name.normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  return (
    last
      .replace(/[\p{C}<>:"|?*]/gu, "")
      .trim()
      .slice(0, MAX_NAME) || "file"
  );
}
