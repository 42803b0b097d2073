import { authorize } from "../../../shared/people/authorize.ts";
import { MAX_PICTURE_BYTES } from "../../../shared/files/file-limits.ts";
import { DomainError, invalid } from "../../../shared/problems/errors.ts";
import type { PhotoTraits } from "../../../shared/files/photo-traits.ts";
import { fileName } from "../../../shared/items/file-name.ts";
import { downloadName, FILE_FIELD } from "../../../shared/files/files.ts";
import { type Actor, policy, type User } from "../../../shared/people/policy.ts";
import { type Client, createSemaphore, type FileTable, type Query, randomKey } from "../../platform/index.ts";
import { cleanName, createAcceptFile } from "./accept-file.ts";
import type { ByteRange, FileStore } from "./file-store.ts";
import { imageOrThrow, tooLarge } from "./image-or-throw.ts";
import { createPageDrawing, type PageDrawingDependencies } from "./page-drawing.ts";
import type { PageImageCache } from "./page-image-cache.ts";
import type { Papers } from "../rendering/papers.ts";
import type { FilesRepo } from "./files.repo.ts";
import type { NewPaper } from "./insert-papers.repo.ts";
import { sweepFiles } from "./sweep-files.ts";
import type { UploadSpace } from "./upload-space.service.ts";
import type { SpaceLimits } from "./used-space.repo.ts";

export interface FilesDependencies extends PageDrawingDependencies {
  filesRepo: FilesRepo;
  fileStore: FileStore;
  papers: Pick<
    Papers,
    "inspect" | "fingerprint" | "thumbnail" | "page" | "cutting" | "threeCuttings" | "cover"
  >;
  pageImageCache: PageImageCache;
  /** Enqueues the job that reads a new paper's text, in the transaction that stores the paper. */
  enqueueReading: (sha256: string, owner: string, trx: Query) => Promise<void>;
  /** The limits of a person's files. */
  spaceLimits: SpaceLimits;
  space: Pick<UploadSpace, "fits" | "over" | "requireSpace" | "takeFile">;
}

export interface UploadedFile {
  key: string;
  name: string;
  type: string;
  /** The size in bytes. */
  size: number;
  pages: number;
  /** How a photo looked before we stripped its metadata; only from `accept`. */
  traits?: PhotoTraits;
}

/** After this time (ms), an uploaded file without an item is deleted, and so are bytes without a file. */
export const UNUSED_LIMIT = 24 * 3_600_000;
/** The name of copies. Their names on Drive may name a person, and downloads have the name of the item. */
const COPY_NAME = "drive";
const KEY = /^[0-9a-f]{32}$/;
/**
 * Limits for files in memory. One person has at most three uploads and two reads, so slow uploads of one
 * person leave permits for others.
 */
const PERMITS = { concurrency: 4, waiting: 100 };

/** Uploaded files. Equal content is stored once, items show the files, and unused files are deleted. */
export function createFilesService(dependencies: FilesDependencies) {
  const { filesRepo, fileStore, papers, pageImageCache, limits, enqueueReading, clock } = dependencies;
  const { space, spaceLimits } = dependencies;

  const { prepare, storeRows } = createAcceptFile({ ...dependencies });

  const acceptPermits = createSemaphore(PERMITS);

  async function photo(actor: Actor, key: string): Promise<FileTable | undefined> {
    const found = await filesRepo.findPhoto(key);
    if (!found || !policy.readPerson(actor, found.email)) return undefined;
    const { email: _whose, ...file } = found;
    return file;
  }

  async function keep(
    actor: User,
    given: Uint8Array,
    { name, key, replaces }: { name: string; key: string; replaces: number },
  ): Promise<UploadedFile> {
    await space.requireSpace(given.length);
    const prepared = await prepare(given, actor.id);
    const { paper } = prepared;
    const file: FileTable = { ...prepared.file, key, uploaderId: actor.id, name: cleanName(name) };
    const read = (within: Query) => enqueueReading(file.sha256, actor.id, within);
    const outcome = await storeRows(
      prepared,
      () => filesRepo.insert(file, paper, spaceLimits, read, replaces),
      (result) => result === "kept",
    );
    if (outcome !== "kept") throw space.over(outcome);
    return { ...asUploadedFile(file, paper.pages), ...(prepared.traits && { traits: prepared.traits }) };
  }

  async function begin(actor: Actor, client: Client): Promise<User> {
    const sender = authorize(actor, "contribute");
    await limits.take("upload", { client, account: sender.email });
    return sender;
  }

  return {
    /**
     * Checks whether a person may start an upload. Each call counts as an attempt.
     * @throws DomainError sign_in_required, too_many_requests
     */
    async begin(actor: Actor, client: Client): Promise<void> {
      await begin(actor, client);
    },

    /**
     * Checks whether a person may upload a file with a form, and counts it.
     * @param size in bytes
     * @param field the form field that the error names
     * @throws DomainError sign_in_required; too_many_requests, invalid_input or no_room with the reason at the field
     */
    async beginFile(actor: Actor, client: Client, size: number, field = FILE_FIELD): Promise<void> {
      const sender = await begin(actor, client);
      await space.requireSpace(size, field);
      await space.takeFile(sender, client, size, field === FILE_FIELD ? 1 : 0, field);
    },

    /**
     * Checks whether a person can have one more paper of this size.
     * @param size in bytes
     * @throws DomainError invalid_input or no_room with the reason at `file`
     */
    async fits(uploaderId: string, size: number): Promise<void> {
      await space.fits(uploaderId, size, 1);
      await space.requireSpace(size);
    },

    /**
     * Stores a file for the contributor's next item, and strips the metadata of a photo. A second call with
     * the same key changes nothing.
     * @param given the bytes, or a function that reads them when there is a free permit
     * @param key random; the file's address from now on
     * @param replaces the size of files that the caller removes for this one, in bytes
     * @throws DomainError sign_in_required, unavailable, invalid_input or no_room with the reason at `file`
     */
    async accept(
      actor: Actor,
      given: Uint8Array | (() => Promise<Uint8Array>),
      name: string,
      key = randomKey(),
      replaces = 0,
    ): Promise<UploadedFile> {
      const sender = authorize(actor, "contribute");
      return acceptPermits.take({ owner: sender.id }, async () =>
        keep(sender, typeof given === "function" ? await given() : given, { name, key, replaces }),
      );
    },

    /**
     * Checks and stores a file that the archive itself fetched for an item. It belongs to no account and counts
     * towards nobody's quota.
     * @param owner id of the account whose turn this uses; "" for the archive itself
     * @param attach stores the rows and gives the file to its item
     * @returns the result of `attach`; for any other result than "attached", the bytes are removed
     * @throws DomainError unavailable, no_room, invalid_input with the reason at `file`, and the errors of `attach`
     */
    async acceptCopy<T extends string>(
      owner: string,
      given: Uint8Array,
      attach: (file: FileTable, paper: NewPaper) => Promise<T | "attached">,
    ): Promise<T | "attached"> {
      return acceptPermits.take({ owner }, async () => {
        await space.requireSpace(given.length);
        const prepared = await prepare(given, owner);
        const file = { ...prepared.file, key: randomKey(), uploaderId: null, name: COPY_NAME };
        return storeRows(
          prepared,
          () => attach(file, prepared.paper),
          (result) => result === "attached",
        );
      });
    },

    /**
     * A file that its contributor uploaded and that no item shows yet.
     * @throws DomainError invalid_input at `file` if the file is used or deleted, or belongs to another
     * person
     */
    async unused(actor: Actor, key: string): Promise<UploadedFile> {
      if (!actor || !KEY.test(key)) throw invalid(FILE_FIELD, "fileGone");
      const file = await filesRepo.findUnused(key, actor.id);
      if (!file) throw invalid(FILE_FIELD, (await filesRepo.absenceOf(key, actor.id)) ?? "fileGone");
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

    ...createPageDrawing(dependencies),

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

function asUploadedFile({ key, name, type, size }: FileTable, pages: number): UploadedFile {
  return { key, name: name ?? "", type, size, pages };
}
