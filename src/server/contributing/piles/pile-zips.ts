import { createHash } from "node:crypto";
import { lstat, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { authorize } from "../../../shared/people/authorize.ts";
import { DomainError, isDomainError, type Problem } from "../../../shared/problems/errors.ts";
import { MAX_PILE_ROWS } from "../../../shared/files/pile-limits.ts";
import { FILE_FIELD } from "../../../shared/files/files.ts";
import type { Actor, User } from "../../../shared/people/policy.ts";
import {
  type FilesService,
  type LargePdfsService,
  openZip,
  requireOwn,
  type ZipEntry,
  ZipRefused,
} from "../../files/index.ts";
import type { JobsService, PileTable, PileZipTable } from "../../platform/index.ts";
import { derivedId, refusedRow, rowOfFile } from "./new-rows.ts";
import { refusalOf } from "./pile-arrivals.ts";
import { findDuplicate, type FindDuplicates } from "./pile-duplicates.ts";
import { unpackZipJob } from "./pile-jobs.ts";
import { cleanLabel, labelInZip } from "./pile-labels.ts";
import { openPile } from "./open-pile.ts";
import type { NewPileRow, PileRowsRepo } from "./pile-rows.repo.ts";
import type { PilesRepo } from "./piles.repo.ts";

export interface ZipsDependencies extends FindDuplicates {
  pilesRepo: Pick<PilesRepo, "find" | "person" | "zips">;
  pileRowsRepo: PileRowsRepo;
  files: Pick<FilesService, "accept" | "fits" | "get">;
  largePdfs: Pick<LargePdfsService, "add">;
  jobs: Pick<JobsService, "enqueue">;
  /** The folder with the parts of unfinished uploads, where the ZIPs wait. */
  zipFolder: string;
  sendRest: (pile: PileTable) => Promise<void>;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** How long one ZIP may take to unpack in one job, in ms. The next job continues. */
const TIME_SLICE = 240_000;
/** After this time, a ZIP gets one last turn, in ms: many times what 500 papers take on a slow machine. */
const LONGEST = 12 * 3_600_000;
/** How long a ZIP waits if the disk is full, in ms. */
const FULL_PAUSE = 600_000;
/** How many attempts a job has to find a ZIP that another server may have. */
const MAX_ATTEMPTS = 4;
const ZIP = ".zip";

/** The bytes of the ZIP are not on this server. */
class ZipMissing extends Error {
  constructor() {
    super("ZipMissing");
    this.name = "ZipMissing";
  }
}

/** How many names of entries a refused ZIP shows. */
const NAMES = 10;

/** The names of entries, as "a.pdf, b.pdf … (12)" if there are many. */
function namesOf(entries: ZipEntry[]): string {
  const names = entries.slice(0, NAMES).map(({ name }) => labelInZip(name));
  return names.join(", ") + (entries.length > NAMES ? ` … (${entries.length})` : "");
}

/** ZIPs whose entries become rows of a pile. */
export function createZips(dependencies: ZipsDependencies) {
  const { pilesRepo, pileRowsRepo, files, largePdfs, jobs, zipFolder, sendRest, clock } = dependencies;
  const pathOf = (id: string) => join(zipFolder, id + ZIP);

  /** Moves the bytes of a complete upload out of the unfinished ones, if this has not happened yet. */
  async function moveOutOfUploads(id: string): Promise<void> {
    await rename(join(zipFolder, id), pathOf(id)).catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== "ENOENT") throw error;
    });
  }

  /** Removes the bytes of ZIPs. Another server may have the bytes; its sweeper removes them. */
  async function removeZips(ids: string[]): Promise<void> {
    for (const id of ids) await rm(pathOf(id), { force: true });
  }

  async function finish(id: string, changes: Partial<PileZipTable>): Promise<void> {
    await pileRowsRepo.updateZip(id, { bytesLeft: 0, ...changes });
    await removeZips([id]);
  }

  /**
   * Takes an entry out of its ZIP.
   * @returns its row with the file or with the reason of the refusal; undefined for a large PDF, whose row follows when it is
   * smaller; `full` for a large PDF without a place
   */
  async function rowOf(by: User, zip: PileZipTable, entry: ZipEntry, index: number, signal: AbortSignal) {
    // The same entry always has the same key and row, so a second attempt after a kill adds nothing.
    const key = createHash("sha256").update(`${zip.id} ${index}`).digest("hex").slice(0, 32);
    const rowId = derivedId(`row ${key}`);
    const label = labelInZip(entry.name);
    const refused = (problem: Problem) => ({ row: refusedRow(zip.pileId, rowId, label, problem) });
    if (entry.problem) return refused(entry.problem);
    const name = label.split("/").at(-1) ?? label;
    try {
      if (entry.isLargePdf) {
        const { size } = entry;
        if ((await pileRowsRepo.takenPlaces(zip.pileId, key)) >= MAX_PILE_ROWS) return "full";
        await files.fits(by.id, size);
        await entry.save(join(zipFolder, key), signal);
        await largePdfs.add(by, { id: key, name, size, pileId: zip.pileId });
        return undefined;
      }
      const file = await files.accept(by, await entry.read(signal), name, key);
      return { row: rowOfFile(zip.pileId, rowId, file, label), file };
    } catch (error) {
      if (error instanceof ZipRefused) return refused(error.problem);
      const problem = isDomainError(error) && error.code === "invalid_input" ? refusalOf(error) : undefined;
      if (!problem) throw error;
      return refused(problem);
    }
  }

  /** Stores the row of an entry together with the progress. @returns whether the pile had a place for it */
  async function add(zip: PileZipTable, row: NewPileRow, done: Partial<PileZipTable>): Promise<boolean> {
    const left = await pileRowsRepo.add(zip.pileId, [row], {
      at: clock(),
      most: MAX_PILE_ROWS,
      also: (trx) => pileRowsRepo.updateZip(zip.id, done, trx),
    });
    return left === 0;
  }

  /** @returns whether all entries are out */
  async function takeOut(by: User, zip: PileZipTable, entries: ZipEntry[], signal: AbortSignal) {
    const end = performance.now() + TIME_SLICE;
    let left = entries.slice(zip.entriesDone).reduce((sum, { packed }) => sum + packed, 0);
    for (const [index, entry] of entries.entries()) {
      if (index < zip.entriesDone) continue;
      if (signal.aborted || performance.now() > end) return false;
      // The bytes of an entry stop counting when it is read, because its file counts from then on.
      left -= entry.packed;
      await pileRowsRepo.updateZip(zip.id, { bytesLeft: left });
      const taken = await rowOf(by, zip, entry, index, signal);
      if (!taken) {
        await pileRowsRepo.updateZip(zip.id, { entriesDone: index + 1 });
        continue;
      }
      if (taken === "full" || !(await add(zip, taken.row, { entriesDone: index + 1 })))
        throw new ZipRefused("zipPileFull", namesOf(entries.slice(index)));
      const { row } = taken;
      if (!("file" in taken)) continue;
      const { pileId } = zip;
      const file = await files.get(by, taken.file.key);
      await findDuplicate(dependencies, by, { pileId, rowId: row.row.id, kind: row.row.kind, file });
    }
    return true;
  }

  /** @throws ZipRefused; ZipMissing */
  async function unpack(zip: PileZipTable, by: User, signal: AbortSignal): Promise<boolean> {
    await moveOutOfUploads(zip.id);
    await requireOwn(pathOf(zip.id)).catch((error: unknown) => {
      throw (error as { code?: unknown }).code === "ENOENT" ? new ZipMissing() : error;
    });
    const opened = await openZip(pathOf(zip.id), { signal });
    try {
      if (zip.entries === null) await pileRowsRepo.updateZip(zip.id, { entries: opened.entries.length });
      return await takeOut(by, zip, opened.entries, signal);
    } finally {
      await opened.close();
    }
  }

  return {
    /**
     * Checks that the same ZIP doesn't wait in the pile. A ZIP that is done can come again, because its refused files may
     * be accepted now; the others become duplicates.
     * @throws DomainError sign_in_required, not_found, conflict
     */
    async beginZip(
      actor: Actor,
      pileId: string,
      { name, size }: Pick<PileZipTable, "name" | "size">,
    ): Promise<void> {
      await openPile(dependencies, actor, pileId);
      const label = cleanLabel(name);
      const isSame = (zip: PileZipTable) =>
        zip.name === label && zip.size === size && zip.state === "waiting";
      if ((await pilesRepo.zips(pileId)).some(isSame))
        throw new DomainError("conflict", { fields: { [FILE_FIELD]: { code: "pileHasFile" } } });
    },

    /**
     * Takes over a complete upload of a ZIP. A job then takes out its entries. A second call changes nothing.
     * @throws DomainError sign_in_required, not_found
     */
    async addZip(
      actor: Actor,
      pileId: string,
      { id, name, size }: Pick<PileZipTable, "id" | "name" | "size">,
    ): Promise<void> {
      const { by } = await openPile(dependencies, actor, pileId);
      const zip: PileZipTable = {
        id,
        pileId,
        name: cleanLabel(name),
        size,
        bytesLeft: size,
        state: "waiting",
        problem: null,
        entries: null,
        entriesDone: 0,
        createdAt: clock(),
      };
      const enqueue = (trx: Parameters<JobsService["enqueue"]>[1]) =>
        jobs.enqueue([unpackZipJob(id, by.id)], trx);
      if (!(await pileRowsRepo.insertZip(zip, enqueue))) throw new DomainError("not_found");
      await moveOutOfUploads(id);
      // The pile may have been removed just before the bytes had their place.
      if (!(await pileRowsRepo.findZip(id))) await removeZips([id]);
    },

    /** The size of a ZIP that this person uploaded, in bytes; undefined if there is none. */
    async zipSize(actor: Actor, id: string): Promise<number | undefined> {
      const zip = await pileRowsRepo.findZip(id);
      if (!zip) return undefined;
      await openPile(dependencies, actor, zip.pileId);
      return zip.size;
    },

    /**
     * Runs a job: takes entries out of a ZIP, each with its row in one transaction. A killed job continues where it was.
     * @param attempts how often the job has started
     * @param signal stops the reading of the directory or of an entry
     * @throws ZipMissing while another server may have the bytes, the signal's reason, and errors that a retry may solve
     */
    async runUnpack(zipId: string, attempts: number, signal: AbortSignal): Promise<void> {
      const zip = await pileRowsRepo.findZip(zipId);
      // The pile was removed, perhaps on a server that doesn't have the bytes.
      if (!zip) return removeZips([zipId]);
      const pile = await pilesRepo.find(zip.pileId);
      const person = pile && (await pilesRepo.person(pile.ownerId));
      if (!pile || !person || zip.state !== "waiting") return;
      const by = authorize(person as User, "contribute");
      const isLastSlice = clock() - zip.createdAt > LONGEST;
      try {
        if (!(await unpack(zip, by, signal))) {
          if (isLastSlice) throw new ZipRefused("zipTime");
          if (!signal.aborted) await jobs.enqueue([unpackZipJob(zip.id, by.id)]);
          return;
        }
        await finish(zip.id, { state: "done" });
      } catch (error) {
        const noRoom = isDomainError(error) && error.code === "no_room" ? refusalOf(error) : undefined;
        // The ZIP waits until the disk has space again.
        if (noRoom && !isLastSlice) return jobs.enqueue([unpackZipJob(zip.id, by.id, clock() + FULL_PAUSE)]);
        const isGone = error instanceof ZipMissing && attempts >= MAX_ATTEMPTS;
        const problem: Problem | undefined =
          error instanceof ZipRefused ? error.problem : isGone ? { code: "zipGone" } : noRoom;
        if (!problem && !isLastSlice) throw error;
        await finish(zip.id, { state: "refused", problem: JSON.stringify(problem ?? { code: "zipTime" }) });
      }
      await sendRest(pile);
    },

    /** Refuses a ZIP whose processes died, and says so in its pile. The files that are out already stay. */
    async unpackStopped(zipId: string): Promise<void> {
      const zip = await pileRowsRepo.findZip(zipId);
      if (zip?.state !== "waiting") return removeZips([zipId]);
      const problem: Problem = { code: "zipStopped" };
      await finish(zipId, { state: "refused", problem: JSON.stringify(problem) });
      const pile = await pilesRepo.find(zip.pileId);
      if (pile) await sendRest(pile);
    },

    /** Removes the bytes of ZIPs that no pile waits for. @param before epoch milliseconds; newer bytes stay */
    async sweepZips(before: number): Promise<void> {
      const names = (await readdir(zipFolder).catch(() => [])).filter((name) => name.endsWith(ZIP));
      const ids = names.map((name) => name.slice(0, -ZIP.length));
      const waiting = await pileRowsRepo.waitingZips(ids);
      for (const id of ids.filter((one) => !waiting.has(one))) {
        const { mtimeMs } = await lstat(pathOf(id)).catch(() => ({ mtimeMs: Infinity }));
        if (mtimeMs < before) await removeZips([id]);
      }
    },

    removeZips,
  };
}
