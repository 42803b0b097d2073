import { invalid } from "../../../shared/problems/errors.ts";
import { FILE_FIELD, linkName } from "../../../shared/files/files.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { MAX_PILE_LINKS, MAX_PILE_ROWS } from "../../../shared/files/pile-limits.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import { checkField } from "../../../shared/schemas/item.ts";
import { pileLinksSchema } from "../../../shared/schemas/pile.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import { type LimitsService, type PileTable, yieldIfLong } from "../../platform/index.ts";
import { duplicateIn } from "./pile-duplicates.ts";
import type { OpenPile } from "./open-pile.ts";
import { derivedId, draftRow, FIRST_KIND, problemOf, refusedRow } from "./new-rows.ts";
import type { DuplicatesService } from "../../library/index.ts";
import type { NewPileRow, PileRowsRepo } from "./pile-rows.repo.ts";

export interface AddLinksDependencies {
  pileRowsRepo: Pick<PileRowsRepo, "rowIds" | "takenPlaces">;
  duplicates: Pick<DuplicatesService, "findMany">;
  limits: Pick<LimitsService, "take">;
  open: (actor: Actor, id: string) => Promise<OpenPile>;
  add: (pileId: string, rows: NewPileRow[]) => Promise<void>;
  endRest: (pile: PileTable) => Promise<void>;
}

/** A line of a call, with the id of its row. */
interface Line {
  rowId: string;
  /** The row of the first equal link; undefined for the first link and for a line that is no link. */
  copyOf?: string | undefined;
  checked: { link: string } | { line: string; problem: string };
}

/** Adds the links of a call to a pile. */
export function createAddLinks({
  pileRowsRepo,
  duplicates,
  limits,
  open,
  add,
  endRest,
}: AddLinksDependencies) {
  /** Finds the rows of new links in the archive. Each link is searched once. */
  async function rowsOf(actor: Actor, pileId: string, fresh: Line[]): Promise<NewPileRow[]> {
    const name = linkName(kindNamed(FIRST_KIND)) ?? "";
    const searched = fresh.flatMap(({ checked, copyOf }) =>
      copyOf === undefined && "link" in checked ? [checked.link] : [],
    );
    const inputs = searched.map((link) => ({ [name]: link }));
    const found = inputs.length > 0 ? await duplicates.findMany(actor, FIRST_KIND, inputs) : [];
    const similar = new Map(searched.map((link, index) => [link, found[index]]));
    return fresh.map(({ rowId, copyOf, checked }): NewPileRow => {
      if ("problem" in checked) return refusedRow(pileId, rowId, checked.line, problemOf(checked.problem));
      const { link } = checked;
      const duplicate =
        copyOf === undefined
          ? duplicateIn(similar.get(link) ?? { items: [], awaits: false })
          : { reason: "sameLink" as const, rowId: copyOf };
      const row = draftRow(pileId, rowId, link);
      return { row: { ...row, link, duplicate: duplicate ? JSON.stringify(duplicate) : null }, files: [] };
    });
  }

  /**
   * Adds a row for each link. A line that is no valid link becomes a refused row with the reason, once for equal lines. A
   * line that the pile has already adds nothing, so that a call can be repeated after a lost connection.
   * @param input `{links}`, one per line
   * @returns the number of new rows, of the refused ones among them, and of the lines that the pile has already
   * @throws DomainError sign_in_required, not_found, too_many_requests, invalid_input
   */
  return async function addLinks(
    actor: Actor,
    pileId: string,
    input: unknown,
  ): Promise<{ added: number; refused: number; known: number }> {
    const { by, pile } = await open(actor, pileId);
    await limits.take("pileChange", { account: by.email });
    const { links } = validate(pileLinksSchema, input);
    // No white space before or after the line break: such a pattern needs quadratic time for a run of spaces.
    const texts = (links.match(/[^\n]+/g) ?? []).map((line) => line.trim()).filter(Boolean);
    if (texts.length > MAX_PILE_LINKS) throw invalid("links", "tooMany", String(MAX_PILE_LINKS));
    await limits.take("pileRows", { account: by.email }, { amount: texts.length });
    const lines = await linesOf(pileId, texts);
    // Counted before the rows are read: if an equal call ends in between, its rows are known, and the pile isn't full.
    const taken = await pileRowsRepo.takenPlaces(pileId);
    const before = await pileRowsRepo.rowIds(pileId);
    const fresh = lines.filter(({ rowId }) => !before.has(rowId));
    const known = texts.length - fresh.length;
    if (fresh.length === 0) return { added: 0, refused: 0, known };
    // Before the search, because a call that changes nothing should cost little. The insert counts again.
    if (fresh.length + taken > MAX_PILE_ROWS) throw invalid(FILE_FIELD, "pileFull");
    await add(pileId, await rowsOf(actor, pileId, fresh));
    await endRest(pile);
    return {
      added: fresh.length,
      refused: fresh.filter(({ checked }) => "problem" in checked).length,
      known,
    };
  };
}

/**
 * Checks the lines of a call, equal ones once. Equal links become rows of their own, so that the person sees that they are
 * duplicates; equal lines that are no links become one row.
 */
async function linesOf(pileId: string, texts: string[]): Promise<Line[]> {
  const kind = kindNamed(FIRST_KIND);
  const field = kind.fields[linkName(kind) ?? ""];
  if (!field) throw new Error("The kind has no link.");
  const checks = new Map<string, Line["checked"]>();
  for (const line of new Set(texts)) {
    const result = checkField(field, line);
    checks.set(line, "text" in result ? { link: result.text } : { line, problem: result.problem });
    await yieldIfLong();
  }
  const times = new Map<string, { first: string; count: number }>();
  const lines: Line[] = [];
  for (const line of texts) {
    const checked = checks.get(line) as Line["checked"];
    const text = "link" in checked ? checked.link : checked.line;
    const earlier = times.get(text);
    if (earlier && "problem" in checked) continue;
    const rowId = derivedId(`link ${pileId} ${earlier?.count ?? 0} ${text}`);
    times.set(text, { first: earlier?.first ?? rowId, count: (earlier?.count ?? 0) + 1 });
    lines.push({ rowId, copyOf: earlier?.first, checked });
    await yieldIfLong();
  }
  return lines;
}
