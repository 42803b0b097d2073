import { DomainError, invalid, isDomainError } from "../../../shared/problems/errors.ts";
import { MAX_PAPER_BYTES } from "../../../shared/files/file-limits.ts";
import { FILE_FIELD } from "../../../shared/files/files.ts";
import { MB } from "../../../shared/text/bytes.ts";
import type { User } from "../../../shared/people/policy.ts";
import {
  type Allowance,
  type Client,
  createSemaphore,
  type LimitsService,
  type OpenUploadTable,
  UPLOAD_STEP,
} from "../../platform/index.ts";
import { type DiskSpace, reserveOf } from "./disk-space.ts";
import type { UploadSpaceRepo } from "./upload-space.repo.ts";
import type { OverSpace, SpaceLimits } from "./used-space.repo.ts";

export interface UploadSpaceDependencies extends SpaceLimits {
  uploadSpaceRepo: UploadSpaceRepo;
  limits: Pick<LimitsService, "allowance" | "giveBack" | "takeAllowance">;
  /** Reads the free space of the disk with the uploads. */
  disk: () => Promise<DiskSpace>;
  /** The space that uploads leave free, in bytes; see `reserveOf`. */
  reserve: number | undefined;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** An upload that begins. */
export interface BegunUpload {
  id: string;
  /** In bytes; undefined if the sender announces the size later. */
  size: number | undefined;
  pileId: string | undefined;
  /** The name of a pile's file. */
  name?: string | undefined;
  /** How many papers the upload will be; see `OpenUploadTable`. */
  papers: 0 | 1;
}

/** How many unfinished uploads an account can have, and how many of them to piles. */
const MAX_OPEN = 10;
const MAX_OPEN_TO_PILES = 40;
const HOUR = 3_600_000;
/** After this time without a byte (ms), an upload keeps no space of the disk, and another one can replace it. */
const RESTING = HOUR;
/** After this time (ms), an upload that never got a byte keeps no space of the disk, because announcing costs nothing. */
const UNSENT_KEEPS = 300_000;
/** After this time without a byte (ms), an unfinished upload is removed. It continues after a night without power. */
export const UNFINISHED_LIMIT = 12 * HOUR;
/** After this time (ms), an upload that never got a byte is removed. */
export const UNSENT_LIMIT = HOUR;
/** When a person can try again after the disk was full, in seconds. */
const RETRY_AFTER = 3_600;
/** How many expired uploads one step of the sweep ends. */
const CHUNK = 100;

/**
 * In each process, few uploads hold a connection to the database while they wait for the others. One person never has both
 * permits, so a transaction that waits for them stops nobody else.
 */
const PERMITS = { concurrency: 2, waiting: 100 };

/** Counts the bytes of uploads before they arrive: towards their owner's quota, the day of their address, and the disk. */
export function createUploadSpace(dependencies: UploadSpaceDependencies) {
  const { uploadSpaceRepo: repo, limits, disk, reserve, quota, newcomer, clock } = dependencies;
  const permits = createSemaphore(PERMITS);
  const params: Record<OverSpace, number> = {
    quota: Math.floor(quota / MB),
    newcomerBytes: Math.floor(newcomer.bytes / MB),
    newcomerPapers: newcomer.papers,
  };
  const over = (refusal: OverSpace, field = FILE_FIELD) => invalid(field, refusal, String(params[refusal]));

  function refused(refusal: OverSpace | "noSpace" | "tooMany"): DomainError {
    if (refusal === "noSpace") return noSpace();
    if (refusal === "tooMany") return new DomainError("too_many_requests", { retryAfter: RESTING / 1_000 });
    return over(refusal);
  }

  /**
   * Returns the free space above the reserve, in bytes. A system that doesn't tell its free space refuses nothing: a full
   * disk then refuses by itself.
   */
  async function free(): Promise<number> {
    if (reserve === 0) return Infinity;
    const space = await disk().catch(() => undefined);
    return space ? space.free - reserveOf(space, reserve) : Infinity;
  }

  /** @throws DomainError too_many_requests with the reason at `field` */
  async function takeDay(allowance: Allowance, field = FILE_FIELD): Promise<void> {
    await limits.takeAllowance("uploadBytes", allowance).catch((error: unknown) => {
      if (!isDomainError(error) || error.retryAfter === undefined) throw error;
      const { retryAfter } = error;
      const fields = { [field]: { code: "uploadDay" as const, param: String(retryAfter) } };
      throw new DomainError("too_many_requests", { retryAfter, fields });
    });
  }

  const allowanceOf = ({ email }: User, client: Client, bytes: number): Allowance =>
    limits.allowance("uploadBytes", { client, account: email }, stepsOf(bytes));

  /** Stops counting an upload, and gives back what never arrived. */
  async function end(id: string): Promise<void> {
    const ended = await repo.end(id);
    if (ended) await giveBackUnsent(ended);
  }

  async function giveBackUnsent(ended: OpenUploadTable): Promise<void> {
    const unused = stepsOf(ended.size) - stepsOf(ended.arrived);
    if (unused > 0) await limits.giveBack(JSON.parse(ended.allowance) as Allowance, unused);
  }

  /** Returns since when an upload must have got a byte to keep space of the disk. */
  const awaitedSince = (now: number) => ({ restingSince: now - RESTING, unsentSince: now - UNSENT_KEEPS });

  async function begin(by: User, client: Client, upload: BegunUpload): Promise<string | undefined> {
    const { id, size = MAX_PAPER_BYTES, pileId = null, name = null, papers } = upload;
    const allowance = allowanceOf(by, client, size);
    await takeDay(allowance);
    const now = clock();
    const row = { id, ownerId: by.id, pileId, name, papers, size, arrived: 0, writtenAt: now };
    let replaced: OpenUploadTable | undefined;
    try {
      const reserved = await repo.reserve(
        { ...row, allowance: JSON.stringify(allowance) },
        {
          quota,
          newcomer,
          most: pileId === null ? MAX_OPEN : MAX_OPEN_TO_PILES,
          free,
          ...awaitedSince(now),
        },
      );
      if ("refusal" in reserved) throw refused(reserved.refusal);
      ({ replaced } = reserved);
    } catch (error) {
      await limits.giveBack(allowance, stepsOf(size));
      throw error;
    }
    if (replaced) await giveBackUnsent(replaced);
    return replaced?.id;
  }

  return {
    /**
     * Counts an upload that begins.
     * @returns the id of an idle upload of the same person that gave way; the caller removes its bytes
     * @throws DomainError too_many_requests, invalid_input or no_room with the reason at `fileKey`; unavailable if too many
     * uploads begin now
     */
    begin: (by: User, client: Client, upload: BegunUpload): Promise<string | undefined> =>
      permits.take({ owner: by.id }, () => begin(by, client, upload)),

    /** Notes how many bytes of an upload arrived. */
    arrived: (id: string, bytes: number): Promise<void> => repo.arrived(id, bytes, clock()),

    end,

    /**
     * Counts a file that arrived with a form.
     * @param size in bytes
     * @param field the form field that the error names
     * @throws DomainError too_many_requests, invalid_input or no_room with the reason at the field
     */
    async takeFile(by: User, client: Client, size: number, papers: 0 | 1, field = FILE_FIELD): Promise<void> {
      const refusal = await repo.over(by.id, size, papers, { quota, newcomer });
      if (refusal) throw over(refusal, field);
      await takeDay(allowanceOf(by, client, size), field);
    },

    /**
     * Checks whether a person can have one more file.
     * @param size in bytes
     * @param papers how many papers the file is, 0 or 1
     * @throws DomainError invalid_input or no_room with the reason at `fileKey`
     */
    async fits(ownerId: string, size: number, papers: 0 | 1): Promise<void> {
      const refusal = await repo.over(ownerId, size, papers, { quota, newcomer });
      if (refusal) throw over(refusal);
    },

    /** Returns the error for a file that does not fit into its owner's space. */
    over,

    /**
     * Checks that bytes fit on the disk beside the reserve and all bytes that uploads announced.
     * @param field the form field that the error names
     * @throws DomainError no_room with the reason at the field
     */
    async requireSpace(bytes: number, field = FILE_FIELD): Promise<void> {
      const left = await free();
      if (left === Infinity) return;
      if (left - bytes - (await repo.awaited(awaitedSince(clock()))) < 0) throw noSpace(field);
    },

    /** Returns whether the disk has its reserve, so that bytes that are arriving can be written. */
    hasSpace: async (): Promise<boolean> => (await free()) >= 0,

    /** Stops counting uploads whose sender is gone. The sweep of each server removes their bytes. */
    async sweep(): Promise<void> {
      const now = clock();
      let ids: string[];
      do {
        ids = await repo.expired(now - UNFINISHED_LIMIT, now - UNSENT_LIMIT, CHUNK);
        for (const id of ids) await end(id);
      } while (ids.length > 0);
    },
  };
}

export type UploadSpace = ReturnType<typeof createUploadSpace>;

/** Every upload costs at least one step. */
const stepsOf = (bytes: number): number => Math.max(1, Math.ceil(bytes / UPLOAD_STEP));

/** Returns the error for a disk that has only its reserve left: 507 of RFC 4918, section 11.5. */
export const noSpace = (field = FILE_FIELD): DomainError =>
  new DomainError("no_room", { fields: { [field]: { code: "archiveFull" } }, retryAfter: RETRY_AFTER });
