import { DomainError, invalid, type Problem } from "../../../shared/problems/errors.ts";
import { FILE_FIELD } from "../../../shared/files/files.ts";
import { MAX_PILE_ROWS } from "../../../shared/files/pile-limits.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import type { FilesService, UploadedFile } from "../../files/index.ts";
import type { Client, LimitsService, PileTable } from "../../platform/index.ts";
import { type FindDuplicates, findDuplicate } from "./pile-duplicates.ts";
import type { DuplicatesService } from "../../library/index.ts";
import { derivedId, FIRST_KIND, refusedRow, rowOfFile } from "./new-rows.ts";
import { createAddLinks } from "./pile-links.ts";
import { openPile } from "./open-pile.ts";
import type { NewPileRow, PileRowsRepo } from "./pile-rows.repo.ts";
import type { PilesRepo } from "./piles.repo.ts";

export interface ArrivalsDependencies extends FindDuplicates {
  pilesRepo: Pick<PilesRepo, "find" | "largePdfs" | "update">;
  pileRowsRepo: Pick<PileRowsRepo, "add" | "hasRow" | "rowIds" | "takenPlaces"> &
    FindDuplicates["pileRowsRepo"];
  duplicates: Pick<DuplicatesService, "find" | "findMany" | "haveTwins" | "samePapers">;
  files: Pick<FilesService, "get">;
  limits: Pick<LimitsService, "take">;
  /** Enqueues the job that sends the rows that are ready, if the owner wants this. */
  sendRest: (pile: PileTable) => Promise<void>;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** Files and links that arrive in a pile. */
export function createArrivals(dependencies: ArrivalsDependencies) {
  const { pilesRepo, pileRowsRepo, files, limits, sendRest, clock } = dependencies;
  const open = (actor: Actor, id: string) => openPile(dependencies, actor, id);

  /**
   * @param upload id of the upload, whose large PDF has a place already
   * @throws DomainError invalid_input at `fileKey` if the pile is full, not_found if it is gone
   */
  async function add(pileId: string, rows: NewPileRow[], upload?: string): Promise<void> {
    const left = await pileRowsRepo.add(pileId, rows, { at: clock(), most: MAX_PILE_ROWS, upload });
    if (left === undefined) throw new DomainError("not_found");
    if (left > 0) throw invalid(FILE_FIELD, "pileFull");
  }

  /** Whether the pile has a row with this file, or a large PDF that will become one. */
  async function hasFile(pileId: string, mark: string): Promise<boolean> {
    if (await pileRowsRepo.hasRow(pileId, markedId(pileId, mark))) return true;
    const large = await pilesRepo.largePdfs(pileId);
    return large.some((pdf) => pdf.mark === mark && pdf.state !== "refused");
  }

  /**
   * Ends the sending of the rest: the person wanted it for other files.
   * @param place of the new file; a file that was chosen before belongs to the rest
   */
  async function endRest({ id, sendRest: isOn, restPlace }: PileTable, place = Infinity): Promise<void> {
    if (isOn === 1 && place > (restPlace ?? 0)) await pilesRepo.update(id, { sendRest: 0, restPlace: null });
  }

  return {
    /**
     * Checks whether a person may start an upload to a pile. Each call counts as an attempt.
     * @throws DomainError sign_in_required, not_found, too_many_requests, conflict if the pile has the file, invalid_input at
     * `fileKey` if the pile is full
     */
    async beginUpload(
      actor: Actor,
      pileId: string,
      client: Client,
      { mark, place }: PileArrival = {},
    ): Promise<void> {
      const { by, pile } = await open(actor, pileId);
      if (mark !== undefined && (await hasFile(pileId, mark)))
        throw new DomainError("conflict", { fields: { [FILE_FIELD]: { code: "pileHasFile" } } });
      if ((await pileRowsRepo.takenPlaces(pileId)) >= MAX_PILE_ROWS) throw invalid(FILE_FIELD, "pileFull");
      await limits.take("pileUpload", { client, account: by.email });
      await endRest(pile, place);
    },

    /**
     * Adds a row for an uploaded file. A second call with the same file changes nothing.
     * @throws DomainError sign_in_required, not_found, invalid_input at `fileKey` if the pile is full
     */
    async addUpload(
      actor: Actor,
      pileId: string,
      file: UploadedFile,
      { place, mark }: PileArrival = {},
    ): Promise<void> {
      const { pile } = await open(actor, pileId);
      const rowId = mark === undefined ? derivedId(`row ${file.key}`) : markedId(pileId, mark);
      await add(pileId, [{ ...rowOfFile(pileId, rowId, file), place }], file.key);
      const stored = await files.get(actor, file.key);
      await findDuplicate(dependencies, actor, { pileId, rowId, kind: FIRST_KIND, file: stored });
      await sendRest(pile);
    },

    /**
     * Adds a row that names a refused file and the reason.
     * @param id of the upload; a second call with the same id changes nothing
     * @throws DomainError sign_in_required, not_found, invalid_input at `fileKey` if the pile is full
     */
    async refuseUpload(
      actor: Actor,
      pileId: string,
      { id, name, problem, place, mark }: Refused,
    ): Promise<void> {
      await open(actor, pileId);
      const rowId = mark === undefined ? derivedId(`row ${id}`) : markedId(pileId, mark);
      await add(pileId, [{ ...refusedRow(pileId, rowId, name, problem), place }], id);
    },

    addLinks: createAddLinks({ ...dependencies, open, add, endRest }),
  };
}

/** The data that a browser sends with a file for a pile. */
export interface PileArrival {
  /** The position of the row, 1 or more; by default, the row is the last one. */
  place?: number;
  /**
   * A text by which the browser knows the file again. The pile has one row for each mark, so that a file that is
   * chosen twice is added once.
   */
  mark?: string;
}

const markedId = (pileId: string, mark: string): string => derivedId(`row ${pileId} ${mark}`);

interface Refused extends PileArrival {
  id: string;
  name: string;
  problem: Problem;
}

/** Keeps the reason of a refusal of a file. @returns undefined if the error is no refusal */
export const refusalOf = (error: { fields?: Record<string, Problem> | undefined }): Problem | undefined =>
  error.fields?.[FILE_FIELD];
