import { MAX_PILE_ROWS, MAX_ROW_PHOTOS } from "../../../shared/files/pile-limits.ts";
import {
  type Database,
  newId,
  type PileFileTable,
  type PileRowTable,
  type Query,
} from "../../platform/index.ts";
import { problemOfRow, type RowsProblem } from "./pile-edits.repo.ts";
import { insertFiles } from "./pile-files.repo.ts";
import { type PileRowsRepo, rowsOf, takenPlaces } from "./pile-rows.repo.ts";

type Versions = { versions: Record<string, number> };
type Refused = { problem: RowsProblem | "photos" | "manyPhotos" };

/** SQL that moves pages between the rows of a pile. */
export function createPileArrangeRepo(engine: Database["engine"], { change }: Pick<PileRowsRepo, "change">) {
  return {
    /** See `join` of `pile-arranging.ts`. @returns undefined if the pile is gone */
    join: (pileId: string, ids: string[], at: number): Promise<Versions | Refused | undefined> =>
      change(pileId, at, async (trx) => {
        const rows = await openRows(trx, engine, pileId, ids);
        if ("problem" in rows) return rows;
        const files = await filesOf(trx, ids);
        const isPhotos = ids.every((id) => files.some(({ rowId }) => rowId === id));
        if (!isPhotos || files.some(({ type }) => !type.startsWith("image/"))) return { problem: "photos" };
        if (files.length > MAX_ROW_PHOTOS) return { problem: "manyPhotos" };
        const [first = "", ...others] = ids;
        const ordered = ids.flatMap((id) => files.filter(({ rowId }) => rowId === id));
        for (const [position, { id }] of ordered.entries())
          await trx.updateTable("pileFile").set({ rowId: first, position }).where("id", "=", id).execute();
        if (others.length > 0) await trx.deleteFrom("pileRow").where("id", "in", others).execute();
        const fields = JSON.stringify(joinedValues(rows, ids));
        await trx.updateTable("pileRow").set({ fields }).where("id", "=", first).execute();
        return { versions: await raise(trx, rows, first) };
      }),

    /**
     * See `split` of `pile-arranging.ts`.
     * @param starts sorted
     * @returns undefined if the pile is gone; the number of pages if a start is above it; whether the pile is full
     */
    split: (
      pileId: string,
      rowId: string,
      starts: number[],
      at: number,
    ): Promise<{ rows: string[] } | { pages: number } | { isFull: true } | Refused | undefined> =>
      change(pileId, at, async (trx) => {
        const rows = await openRows(trx, engine, pileId, [rowId]);
        if ("problem" in rows) return rows;
        const [row] = rows;
        const files = await filesOf(trx, [rowId]);
        const pages = files.flatMap((file) => pagesOf(file));
        if (!row || starts.some((start) => start > pages.length)) return { pages: pages.length };
        if ((await takenPlaces(trx, pileId)) + starts.length > MAX_PILE_ROWS) return { isFull: true };
        await trx
          .updateTable("pileRow")
          .set((eb) => ({ position: eb("position", "+", starts.length) }))
          .where("pileId", "=", pileId)
          .where("position", ">", row.position)
          .execute();
        await trx.deleteFrom("pileFile").where("rowId", "=", rowId).execute();
        const bounds = [1, ...starts, pages.length + 1];
        const ids = [rowId];
        for (const [index, start] of bounds.slice(0, -1).entries()) {
          const id = index === 0 ? rowId : newId(at);
          if (index > 0) {
            ids.push(id);
            await trx
              .insertInto("pileRow")
              .values({
                ...row,
                id,
                position: row.position + index,
                fields: "{}",
                duplicate: null,
                alike: null,
                sendAnyway: 0,
                betterCopyOf: null,
                failure: null,
                sendAt: null,
              })
              .execute();
          }
          await insertFiles(trx, id, ranges(pages.slice(start - 1, (bounds[index + 1] ?? 0) - 1)));
        }
        await raise(trx, rows, rowId);
        return { rows: ids };
      }),

    /** See `arrange` of `pile-arranging.ts`. @returns undefined if the pile is gone */
    arrange: (
      pileId: string,
      rowId: string,
      pages: { id: string; turn: number }[],
      at: number,
    ): Promise<Versions | { isOther: true } | Refused | undefined> =>
      change(pileId, at, async (trx) => {
        const rows = await openRows(trx, engine, pileId, [rowId]);
        if ("problem" in rows) return rows;
        const files = await filesOf(trx, [rowId]);
        if (files.some(({ type }) => !type.startsWith("image/"))) return { problem: "photos" };
        const known = files.map(({ id }) => id).toSorted();
        const given = pages.map(({ id }) => id).toSorted();
        if (known.length !== given.length || known.some((id, index) => id !== given[index]))
          return { isOther: true };
        for (const [position, { id, turn }] of pages.entries())
          await trx.updateTable("pileFile").set({ position, turn }).where("id", "=", id).execute();
        return { versions: await raise(trx, rows, rowId) };
      }),
  };
}

export type PileArrangeRepo = ReturnType<typeof createPileArrangeRepo>;

/** The values of joined rows: for each field, that of the first row in this order that has one. */
function joinedValues(rows: PileRowTable[], ids: string[]): Record<string, string> {
  const own = ids.map((id) => rows.find((row) => row.id === id)?.fields ?? "{}");
  return Object.assign({}, ...own.toReversed().map((fields) => JSON.parse(fields) as Record<string, string>));
}

type TypedFile = PileFileTable & { type: string; pages: number };

async function openRows(
  trx: Query,
  engine: Database["engine"],
  pileId: string,
  ids: string[],
): Promise<PileRowTable[] | Refused> {
  const rows = await rowsOf(trx, engine, pileId, ids);
  if (rows.length < ids.length) return { problem: "gone" };
  const problem = rows.map(problemOfRow).find(Boolean);
  if (problem) return { problem };
  return rows.some(({ sendAt }) => sendAt !== null) ? { problem: "sending" } : rows;
}

async function filesOf(trx: Query, rowIds: string[]): Promise<TypedFile[]> {
  return trx
    .selectFrom("pileFile")
    .innerJoin("file", "file.key", "pileFile.fileKey")
    .leftJoin("paper", "paper.sha256", "file.sha256")
    .selectAll("pileFile")
    .select((eb) => ["file.type", eb.fn.coalesce("paper.pages", eb.lit(1)).as("pages")])
    .where("pileFile.rowId", "in", rowIds)
    .orderBy("pileFile.position")
    .execute();
}

/** The pages of a file that belong to its row, each with its number in the file. */
function pagesOf(file: TypedFile): { file: TypedFile; page: number }[] {
  const [first, last] = [file.firstPage ?? 1, file.lastPage ?? file.pages];
  return Array.from({ length: last - first + 1 }, (_, index) => ({ file, page: first + index }));
}

/** The files of a row with these pages: pages that follow each other in one file are one range. */
function ranges(pages: { file: TypedFile; page: number }[]): Omit<PileFileTable, "rowId" | "position">[] {
  const byFile = Map.groupBy(pages, ({ file }) => file);
  return [...byFile].map(([{ fileKey, turn, pages: count }, own]) => {
    const [firstPage, lastPage] = [own[0]?.page ?? 1, own.at(-1)?.page ?? count];
    const isWhole = firstPage === 1 && lastPage === count;
    const range = isWhole ? { firstPage: null, lastPage: null } : { firstPage, lastPage };
    // A person who takes photos apart wants no proposal to join them again.
    return { id: newId(Date.now()), fileKey, turn, look: null, ...range };
  });
}

/** Raises the version of one of these rows, whose duplicate is no longer known. */
async function raise(trx: Query, rows: PileRowTable[], id: string): Promise<Record<string, number>> {
  const version = (rows.find((row) => row.id === id)?.version ?? 0) + 1;
  await trx
    .updateTable("pileRow")
    .set({ version, failure: null, duplicate: null, alike: null, betterCopyOf: null })
    .where("id", "=", id)
    .execute();
  return { [id]: version };
}
