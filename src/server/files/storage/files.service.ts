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
  /** Enqueues the job that reads a new paper's text, in the transaction that keeps the paper. */
  enqueueReading: (sha256: string, owner: string, trx: Query) => Promise<void>;
  /** A person's upload quota, in bytes. */
  quota: number;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** A file that a person uploaded and an item may show. */
export interface UploadedFile {
  key: string;
  name: string;
  type: string;
  /** In bytes. */
  size: number;
  pages: number;
}

/** A reader who asks for the image of a page, and until when they wait for it. */
export interface PageRequester {
  actor: Actor;
  client: Client;
  signal?: AbortSignal;
}

/** How long an uploaded file awaits its item, and bytes without a file are left alone, in ms. */
export const UNUSED_LIMIT = 24 * 3_600_000;
const MAX_NAME = 200;
const KEY = /^[0-9a-f]{32}$/;
/**
 * Files in memory at once. One person holds three uploads and two read files at most, so two uploads that the store delays
 * leave places to others.
 */
const PLACES = { accept: { atOnce: 4, waiting: 100 }, page: { atOnce: 3, waiting: 50 } };

/** Files that people upload: kept by content, shown by items, removed when nothing shows them. */
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
      // Bytes that a file may need by now, and those whose removal fails, are the sweeper's.
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

  /** The pages that can be drawn of a file. A file that the archive made itself has none. */
  async function isThere(file: FileTable, page: number, width: number): Promise<boolean> {
    if (width === THUMBNAIL && page !== 1) return false;
    return page <= ((await filesRepo.paper(file.sha256))?.pages ?? 1);
  }

  /** Counts a page that is drawn for an address. Where nothing can be written nothing is counted: reading goes on. */
  async function countPage(client: Client): Promise<void> {
    try {
      await limits.take("page", { client });
    } catch (error) {
      if (isDomainError(error)) throw error;
    }
  }

  async function begin(actor: Actor, client: Client): Promise<void> {
    const sender = authorize(actor, "contribute");
    await limits.take("upload", { client, account: sender.email });
  }

  return {
    /**
     * Checks whether a person may begin an upload. Counts as one try.
     * @throws DomainError sign_in_required, too_many_requests
     */
    begin,

    /**
     * Checks whether a person's unfinished uploads fit into the quota beside their files.
     * @param size of all of them, in bytes
     * @throws DomainError invalid_input with the reason at `file`
     */
    async fits(uploaderId: string, size: number): Promise<void> {
      if ((await filesRepo.used(uploaderId)) + size > quota) throw overQuota();
    },

    /**
     * Keeps a file for the item that its contributor makes next, without what a photo tells of place, time and camera.
     * Once more with the same key is as good as once.
     * @param given the bytes, or how to read them once there is room for them
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
     * @throws DomainError invalid_input at `file`: it is used, gone, or another person's
     */
    async unused(actor: Actor, key: string): Promise<UploadedFile> {
      if (!actor || !KEY.test(key)) throw invalid(FILE_FIELD, "fileGone");
      const file = await filesRepo.findUnused(key, actor.id);
      if (!file)
        throw invalid(FILE_FIELD, (await filesRepo.wasUploaded(key, actor.id)) ? "fileUsed" : "fileGone");
      return asUploadedFile(file, (await filesRepo.paper(file.sha256))?.pages ?? 1);
    },

    /**
     * Makes the cover of a text from an image, to be given as the item's image.
     * @param field the form field to name when it is refused
     * @returns a data URL
     * @throws DomainError sign_in_required, too_many_requests, invalid_input with the reason at the field
     */
    async cover(actor: Actor, bytes: Uint8Array, field: string, client: Client): Promise<string> {
      await begin(actor, client);
      if (bytes.length > MAX_PICTURE_BYTES) throw tooLarge(field, MAX_PICTURE_BYTES);
      const image = imageOrThrow(await papers.cover(bytes, { owner: actor?.id ?? "" }), field);
      return `data:${image.type};base64,${Buffer.from(image.bytes).toString("base64")}`;
    },

    /** The facts of a file, as far as this reader may see it. @throws DomainError not_found */
    async get(actor: Actor, key: string): Promise<FileTable> {
      const file = KEY.test(key)
        ? ((await filesRepo.find(key, actor)) ?? (await photo(actor, key)))
        : undefined;
      if (!file) throw new DomainError("not_found");
      return file;
    },

    /**
     * The name under which a file that `get` gave is saved: its item's, or its own while none shows it.
     * @returns undefined for what the archive made, which stands in pages
     */
    async nameOf({ key, name, type }: FileTable): Promise<string | undefined> {
      if (name === null) return undefined;
      const item = await filesRepo.shownBy(key);
      return item ? fileName(item, type) : downloadName([name.replace(/\.[^.]*$/, "")], type);
    },

    /** The bytes of a file that `get` gave, or a part of them. */
    stream: (file: FileTable, range?: ByteRange): Promise<ReadableStream<Uint8Array>> =>
      fileStore.stream(file.sha256, range ?? { start: 0, end: file.size - 1 }),

    /**
     * A page of a file that `get` gave, as WebP.
     * @param page from 1 @param width in px; `THUMBNAIL` gives the head of page 1 alone
     * @param requester if left out, a drawn image counts for nobody. An aborted request draws nothing
     * @throws DomainError not_found where there is no such page, too_many_requests, unavailable where too many ask,
     *   invalid_input where the page can't be drawn; RequestAborted
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
     * Removes what was uploaded and never used, and what killed processes left.
     * @param failed told of each part that fails, and then the others go on; without it the first failure is thrown
     * @returns how many files went, and how many contents
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

/** Readers without a session take turns by their network. */
function ownerOf(requester: PageRequester | undefined): string {
  if (!requester) return "";
  return requester.actor?.id ?? networkOf(requester.client.address);
}

function asUploadedFile({ key, name, type, size }: FileTable, pages: number): UploadedFile {
  return { key, name: name ?? "", type, size, pages };
}

/** The last part of a path, without what can't be shown. It is for people; addresses don't hold it. */
function cleanName(name: string): string {
  const last = name.normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  return (
    last
      .replace(/[\p{C}<>:"|?*]/gu, "")
      .trim()
      .slice(0, MAX_NAME) || "file"
  );
}
