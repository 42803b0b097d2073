import { join } from "node:path";
import type { KnownUniversity } from "../../shared/courses/universities.ts";
import type { Core } from "../platform/index.ts";
import { createPrintedWords } from "./recognition/printed-words.ts";
import { readTextJob } from "./recognition/recognition-jobs.ts";
import { createJudgeTextsRepo } from "./recognition/judge-texts.repo.ts";
import { createRecognitionRepo } from "./recognition/recognition.repo.ts";
import { createRecognitionService } from "./recognition/recognition.service.ts";
import type { Papers } from "./rendering/papers.ts";
import type { FileStore } from "./storage/file-store.ts";
import { createFilesRepo, type ItemConditions } from "./storage/files.repo.ts";
import { countUploads } from "./storage/count-uploads.ts";
import { createFilesService } from "./storage/files.service.ts";
import { deleteBytes } from "./storage/delete-bytes.ts";
import { coverBy, type MakeCover } from "./storage/item-image.ts";
import type { PageImageCache } from "./storage/page-image-cache.ts";
import { createLargePdfsRepo } from "./shrinking/large-pdfs.repo.ts";
import { createLargePdfsService } from "./shrinking/large-pdfs.service.ts";
import { createShrinker, type Shrinker } from "./shrinking/shrinker.ts";
import { type DiskSpace, diskSpace } from "./storage/disk-space.ts";
import { createUploadSpaceRepo } from "./storage/upload-space.repo.ts";
import { createUploadSpace } from "./storage/upload-space.service.ts";
import type { NewcomerSpace } from "./storage/used-space.repo.ts";
import { createUploadLocksRepo } from "./storage/upload-locks.repo.ts";
import { createUploadLocks } from "./storage/upload-locks.ts";

export interface FilesOptions {
  fileStore: FileStore;
  /** Opens untrusted files. */
  papers: Papers;
  pageImageCache: PageImageCache;
  /** Makes large PDFs smaller, in a separate process. */
  shrink?: Shrinker;
  /** The folder of data. Large PDFs wait in its folder `uploads`. */
  dataFolder: string;
  /** The upload quota of one person, in bytes. By default, it fits 500 papers of 5 MB. */
  uploadQuota?: number;
  /** Limits what a student can upload before a moderator approves their first item. */
  newcomer?: NewcomerSpace;
  /** Reads the space of the disk with the uploads. By default, it asks the system. */
  disk?: () => Promise<DiskSpace>;
  /** The space that uploads leave free, in bytes; see `reserveOf`. */
  freeSpace?: number | undefined;
  /**
   * How many pages of one account the server recognises in a day (UTC). By default, 100 papers of 30 pages.
   */
  ocrPagesPerDay?: number;
  /** Receives the error if the server could not remove unneeded bytes. */
  onLeftOver?: (error: unknown) => void;
  /** Called for each uploaded file. @param bytes its size; undefined if the file was refused */
  onUpload?: (bytes: number | undefined) => void;
}

/** Forty papers of a newcomer fit, also as photos. */
const NEWCOMER: NewcomerSpace = { bytes: 500_000_000, papers: 60 };
/** The folders of data that uploads fill, which can be on different disks. */
const WRITTEN = [".", "files", "uploads", "spool"];

export type FilesModule = ReturnType<typeof createFiles>;

/**
 * Uploaded files: their bytes, their page images, and their text.
 * @param items decides which items a reader may open, and thereby which files
 * @param universities returns the universities that a paper can name
 */
export function createFiles(
  core: Core,
  options: FilesOptions & { items: ItemConditions; universities: () => Promise<KnownUniversity[]> },
) {
  const { db, jobs, clock } = core;
  const {
    fileStore,
    papers,
    pageImageCache,
    items,
    universities,
    shrink = createShrinker(),
    dataFolder,
    onLeftOver = () => {},
    onUpload = () => {},
  } = options;
  const { uploadQuota = 2_500_000_000, newcomer = NEWCOMER, ocrPagesPerDay = 3_000, freeSpace } = options;
  const folders = WRITTEN.map((name) => join(dataFolder, name));
  const { disk = () => diskSpace(folders) } = options;
  const spaceLimits = { quota: uploadQuota, newcomer };
  const uploadSpace = createUploadSpace({
    ...core,
    ...spaceLimits,
    uploadSpaceRepo: createUploadSpaceRepo(db),
    disk,
    reserve: freeSpace,
  });
  const filesRepo = createFilesRepo(db, items, clock);
  const opened = { papers, fileStore, pageImageCache };
  const recognitionRepo = createRecognitionRepo(db, ocrPagesPerDay);
  const service = createFilesService({
    ...core,
    ...opened,
    filesRepo,
    placeOfLine: recognitionRepo.placeOfLine,
    printedWords: createPrintedWords(recognitionRepo),
    enqueueReading: (sha256, owner, trx) => jobs.enqueue([readTextJob(sha256, owner)], trx),
    space: uploadSpace,
    spaceLimits,
  });
  const files = countUploads(service, onUpload);
  return {
    services: {
      files,
      uploadSpace,
      largePdfs: createLargePdfsService({
        ...core,
        largePdfsRepo: createLargePdfsRepo(db),
        files,
        shrink,
        folder: join(dataFolder, "uploads"),
      }),
      uploadLocks: createUploadLocks({ ...core, uploadLocksRepo: createUploadLocksRepo(db) }),
      recognition: createRecognitionService({
        ...core,
        ...opened,
        recognitionRepo,
        judgeTextsRepo: createJudgeTextsRepo(db),
        universities,
        files,
      }),
    },
    filesRepo,
    fileStore,
    papers,
    spaceLimits,
    disk,
    freeSpace,
    makeCover: coverBy(papers),
    /**
     * Removes bytes that no file needs. The sweeper later removes the bytes that this call could not remove.
     */
    discard: async (sha256s: string[]): Promise<void> => {
      await deleteBytes({ ...opened, filesRepo }, sha256s).catch(onLeftOver);
    },
  };
}

/**
 * Makes a cover from a trusted image of the archive, such as the cover of a sample book. The first call loads
 * the image library.
 */
export const coverOfOwn: MakeCover = async (bytes) =>
  (await import("./rendering/photo-and-cover.ts")).coverOfOwn(bytes);
