import type { z } from "zod";
import { BETTER_COPY_FIELD } from "../../../shared/files/files.ts";
import { invalid } from "../../../shared/problems/errors.ts";
import type { pileRowsSchema } from "../../../shared/schemas/pile.ts";
import type { PileRowTable } from "../../platform/index.ts";
import { betterCopyOf } from "./pile-duplicates.ts";
import type { PileDuplicate } from "./pile-types.ts";
import type { PilesRepo } from "./piles.repo.ts";

type Given = z.infer<typeof pileRowsSchema>;
type Choices = Pick<Given, "leftOut" | "sendAnyway" | "betterCopyOf" | "keepWhole">;

/** Returns the columns of a row that a person's choices change. A better copy is sent although it is a duplicate, as long as the row names the item. */
export const chosenColumns = ({
  leftOut,
  sendAnyway,
  betterCopyOf: item,
  keepWhole,
}: Choices): Partial<PileRowTable> => ({
  ...(leftOut !== undefined && { state: leftOut ? "leftOut" : "draft", sendAt: null }),
  ...(sendAnyway !== undefined && { sendAnyway: sendAnyway ? 1 : 0, betterCopyOf: null }),
  ...(item !== undefined && { sendAnyway: 0, betterCopyOf: item }),
  ...(keepWhole !== undefined && { keepWhole: keepWhole ? 1 : 0 }),
});

/** Returns true if the person wants a row to be sent although it is a duplicate. */
export const isSentAnyway = ({ sendAnyway, betterCopyOf: item }: SentAnyway): boolean =>
  sendAnyway === 1 || item !== null;
type SentAnyway = Pick<PileRowTable, "sendAnyway" | "betterCopyOf">;

/**
 * Checks that rows look like the item of which they are better copies, so that nobody names an item that they can't see.
 * @throws DomainError invalid_input at `betterCopyOf`
 */
export async function requireDuplicates(
  pilesRepo: Pick<PilesRepo, "rows">,
  pileId: string,
  { rows: chosen, kind: newKind }: Pick<Given, "rows" | "kind">,
  item: string,
): Promise<void> {
  const rows = (await pilesRepo.rows(pileId)).filter(({ id }) => chosen === "all" || chosen.includes(id));
  const isOf = ({ kind, duplicate }: PileRowTable) =>
    duplicate !== null && betterCopyOf(newKind ?? kind, JSON.parse(duplicate) as PileDuplicate) === item;
  if (!rows.every(isOf)) throw invalid(BETTER_COPY_FIELD, "originalHidden");
}
