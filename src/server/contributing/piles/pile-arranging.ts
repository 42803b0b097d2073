import { DomainError, invalid } from "../../../shared/problems/errors.ts";
import type { PhotoTraits } from "../../../shared/files/photo-traits.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import { pileChosenSchema, pilePagesSchema, pileSplitSchema } from "../../../shared/schemas/pile.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import type { OpenPile } from "./open-pile.ts";
import { groupPhotos, type LonePhoto } from "./group-photos.ts";
import type { PileArrangeRepo } from "./pile-arrange.repo.ts";
import type { RowsProblem } from "./pile-edits.repo.ts";
import { requireRows } from "./pile-sending.ts";
import { type ViewDependencies, type ViewedRow, viewPile } from "./pile-view.ts";

export interface ArrangingDependencies extends ViewDependencies {
  pileArrangeRepo: PileArrangeRepo;
  /** Opens a pile for a change, and counts the change. */
  change: (actor: Actor, id: string) => Promise<OpenPile>;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** The rows of photos that seem to be one paper, in the order of their pages. */
export function proposedGroups(rows: ViewedRow[]): string[][] {
  const lone = rows.filter(
    ({ row, files: [file, ...others], status }) =>
      row.state === "draft" && status !== "sending" && others.length === 0 && file?.turn === 0,
  );
  // Rows with different values are different papers, and no value may be lost.
  return [...Map.groupBy(lone, ({ row }) => row.fields).values()].flatMap((some) =>
    groupPhotos(some.flatMap(asLonePhoto)),
  );
}

function asLonePhoto({ row, files: [file], proposal }: ViewedRow): LonePhoto[] {
  if (!file?.look) return [];
  const read = (["code", "examType", "year"] as const).filter((name) => proposal?.facts[name]);
  const heading = proposal?.isWaiting && read.length < 2 ? undefined : read.length;
  const traits = JSON.parse(file.look) as PhotoTraits;
  return [{ rowId: row.id, label: row.label, traits, heading, firstQuestion: proposal?.firstQuestion }];
}

/** Joins, splits and arranges the rows of piles. */
export function createArranging(dependencies: ArrangingDependencies) {
  const { pileArrangeRepo, change, clock } = dependencies;

  function done<T extends object>(
    outcome: T | { problem: RowsProblem | "photos" | "manyPhotos" } | undefined,
  ): T {
    if (!outcome) throw new DomainError("not_found");
    if (!("problem" in outcome)) return outcome;
    if (outcome.problem === "photos") throw invalid("rows", "photosOnly");
    if (outcome.problem === "manyPhotos") throw invalid("rows", "rowPhotos");
    requireRows({ problem: outcome.problem });
    return outcome as never;
  }

  return {
    /**
     * Joins rows of photos to one row, in the given order. For each field, the row has the first value that a person entered
     * for one of them.
     * @param input `{rows}`
     * @returns the new version of the first row, by id
     * @throws DomainError invalid_input, too_many_requests, conflict if a row is already sent, and as `openPile`
     */
    async join(actor: Actor, id: string, input: unknown): Promise<Record<string, number>> {
      await change(actor, id);
      const { rows } = validate(pileChosenSchema, input);
      return done(await pileArrangeRepo.join(id, [...new Set(rows)], clock())).versions;
    },

    /**
     * Joins all photos that seem to be one paper.
     * @returns the number of joined papers
     * @throws DomainError too_many_requests, and as `openPile`
     */
    async group(actor: Actor, id: string): Promise<number> {
      const { pile } = await change(actor, id);
      const groups = proposedGroups((await viewPile(dependencies, pile)).rows);
      for (const rows of groups) done(await pileArrangeRepo.join(id, rows, clock()));
      return groups.length;
    },

    /**
     * Splits a row before these pages. The first part keeps the row's values.
     * @param input `{row, at}`, with page numbers of the row from 2
     * @returns the ids of all parts in order
     * @throws DomainError as `join`
     */
    async split(actor: Actor, id: string, input: unknown): Promise<string[]> {
      await change(actor, id);
      const { row, at } = validate(pileSplitSchema, input);
      const sorted = [...new Set(at)].toSorted((a, b) => a - b);
      const outcome = await pileArrangeRepo.split(id, row, sorted, clock());
      if (outcome && "pages" in outcome) throw invalid("at", "pageRange", String(outcome.pages));
      if (outcome && "isFull" in outcome) throw invalid("row", "pileFull");
      return done(outcome).rows;
    },

    /**
     * Orders and turns the photos of a row.
     * @param input `{row, pages}`: each page of the row once, and how far it is turned
     * @returns the new version of the row, by id
     * @throws DomainError as `join`
     */
    async arrange(actor: Actor, id: string, input: unknown): Promise<Record<string, number>> {
      await change(actor, id);
      const { row, pages } = validate(pilePagesSchema, input);
      const outcome = await pileArrangeRepo.arrange(id, row, pages, clock());
      if (outcome && "isOther" in outcome) throw invalid("pages", "pageOrder");
      return done(outcome).versions;
    },
  };
}
