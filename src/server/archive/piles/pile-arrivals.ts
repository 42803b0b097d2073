import { createHash } from "node:crypto";
import { DomainError, invalid, type Problem } from "../../../shared/errors.ts";
import { FILE_FIELD, linkName } from "../../../shared/files.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { MAX_PILE_LINKS, MAX_PILE_ROWS } from "../../../shared/pile-limits.ts";
import type { Actor } from "../../../shared/policy.ts";
import { checkField } from "../../../shared/schemas/item.ts";
import { pileLinksSchema } from "../../../shared/schemas/pile.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import type { FilesService, UploadedFile } from "../../files/index.ts";
import type { Client, LimitsService, PileRowTable, PileTable } from "../../platform/index.ts";
import { duplicateIn, type FindDuplicates, findDuplicate } from "./pile-duplicates.ts";
import type { DuplicatesService } from "../duplicates/duplicates.service.ts";
import { cleanLabel } from "./pile-labels.ts";
import { openPile } from "./open-pile.ts";
import type { NewPileRow, PileRowsRepo } from "./pile-rows.repo.ts";
import type { PilesRepo } from "./piles.repo.ts";

export interface ArrivalsDependencies extends FindDuplicates {
  pilesRepo: Pick<PilesRepo, "find" | "rows" | "largePdfs" | "update">;
  pileRowsRepo: Pick<PileRowsRepo, "add" | "hasRow" | "takenPlaces"> & FindDuplicates["pileRowsRepo"];
  duplicates: Pick<DuplicatesService, "find" | "findMany">;
  files: Pick<FilesService, "get">;
  limits: Pick<LimitsService, "take">;
  /** Enqueues the job that sends the rows that are ready, if the owner wants this. */
  sendRest: (pile: PileTable) => Promise<void>;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** The kind of a new row. Nearly all papers are questions. */
const FIRST_KIND = "question";

/** Files and links that arrive in a pile. */
export function createArrivals(dependencies: ArrivalsDependencies) {
  const { pilesRepo, pileRowsRepo, duplicates, files, limits, sendRest, clock } = dependencies;
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
      const { sha256, uploadedSha256 } = await files.get(actor, file.key);
      const sha256s = [sha256, ...(uploadedSha256 ? [uploadedSha256] : [])];
      await findDuplicate(dependencies, actor, {
        pileId,
        rowId,
        kind: FIRST_KIND,
        fileKey: file.key,
        sha256s,
      });
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

    /**
     * Adds a row for each link. A line that is no valid link becomes a refused row with the reason. A line that the pile has
     * already adds nothing, so that a call can be repeated after a lost connection.
     * @param input `{links}`, one per line
     * @returns the number of new rows, of the refused ones among them, and of the lines that the pile has already
     * @throws DomainError sign_in_required, not_found, too_many_requests, invalid_input
     */
    async addLinks(
      actor: Actor,
      pileId: string,
      input: unknown,
    ): Promise<{ added: number; refused: number; known: number }> {
      const { by, pile } = await open(actor, pileId);
      await limits.take("pileChange", { account: by.email });
      const { links } = validate(pileLinksSchema, input);
      // No white space before or after the line break: such a pattern needs quadratic time for a run of spaces.
      const lines = (links.match(/[^\n]+/g) ?? []).map((line) => line.trim()).filter(Boolean);
      if (lines.length > MAX_PILE_LINKS) throw invalid("links", "tooMany", String(MAX_PILE_LINKS));
      await limits.take("pileRows", { account: by.email }, { amount: lines.length });
      const kind = kindNamed(FIRST_KIND);
      const name = linkName(kind) ?? "";
      const field = kind.fields[name];
      if (!field) throw new Error("The kind has no link.");
      const checked = lines.map((line) => ({ line, ...checkField(field, line) }));
      const good = checked.flatMap((one) => ("text" in one ? [one.text] : []));
      const found = await duplicates.findMany(
        actor,
        FIRST_KIND,
        good.map((link) => ({ [name]: link })),
      );
      const seen = new Map<string, string>();
      const times = new Map<string, number>();
      const rows = checked.map((one): NewPileRow => {
        const text = "text" in one ? one.text : one.line;
        const time = times.get(text) ?? 0;
        times.set(text, time + 1);
        const id = derivedId(`link ${pileId} ${time} ${text}`);
        if (!("text" in one)) return refusedRow(pileId, id, one.line, problemOf(one.problem));
        const row = draftRow(pileId, id, one.text);
        const earlier = seen.get(one.text);
        const duplicate =
          earlier === undefined
            ? duplicateIn(found[good.indexOf(one.text)] ?? { items: [], awaits: false })
            : { reason: "sameLink" as const, rowId: earlier };
        if (earlier === undefined) seen.set(one.text, id);
        return {
          row: { ...row, link: one.text, duplicate: duplicate ? JSON.stringify(duplicate) : null },
          files: [],
        };
      });
      const before = new Set((await pilesRepo.rows(pileId)).map(({ id }) => id));
      const fresh = rows.filter(({ row }) => !before.has(row.id));
      await add(pileId, fresh);
      if (fresh.length > 0) await endRest(pile);
      return {
        added: fresh.length,
        refused: fresh.filter(({ row }) => row.state === "refused").length,
        known: rows.length - fresh.length,
      };
    },
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

/** A row for one file. @param rowId always the same for this file, so that a second call adds nothing */
export const rowOfFile = (
  pileId: string,
  rowId: string,
  { key, name, traits }: UploadedFile,
  label = name,
): NewPileRow => ({
  row: draftRow(pileId, rowId, label),
  files: [
    {
      id: derivedId(`file ${key}`),
      fileKey: key,
      turn: 0,
      firstPage: null,
      lastPage: null,
      look: traits ? JSON.stringify(traits) : null,
    },
  ],
});

/** A row that names a refused file or link. */
export const refusedRow = (pileId: string, rowId: string, label: string, problem: Problem): NewPileRow => ({
  row: { ...draftRow(pileId, rowId, label), state: "refused", problem: JSON.stringify(problem) },
  files: [],
});

const draftRow = (pileId: string, id: string, label: string): Omit<PileRowTable, "position"> => ({
  id,
  pileId,
  kind: FIRST_KIND,
  label: cleanLabel(label),
  fields: "{}",
  link: null,
  state: "draft",
  problem: null,
  sendAnyway: 0,
  keepWhole: 0,
  duplicate: null,
  failure: null,
  itemId: null,
  sendAt: null,
  version: 1,
});

/** An id that is always the same for the same text. */
export const derivedId = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, 24);

/** A problem code with its parameter, as schemas report it. */
export function problemOf(message: string): Problem {
  const [code, ...param] = message.split(":");
  return { code: code as Problem["code"], ...(param.length > 0 && { param: param.join(":") }) };
}

/** Keeps the reason of a refusal of a file. @returns undefined if the error is no refusal */
export const refusalOf = (error: { fields?: Record<string, Problem> | undefined }): Problem | undefined =>
  error.fields?.[FILE_FIELD];
