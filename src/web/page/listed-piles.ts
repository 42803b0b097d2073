import type { OwnPile } from "./context.ts";

/** A pile in the list of its owner, as pages show it. */
export function listedPile({ pile, counts, sending, expiresAt }: OwnPile) {
  const countOf = (wanted: string) => counts.find(({ state }) => state === wanted)?.count ?? 0;
  // As in the heading of the pile: nobody confirms a paper that is being sent, refused or taken out.
  const open = countOf("draft") - sending;
  return { id: pile.id, createdAt: pile.createdAt, expiresAt, open, sent: countOf("sent") };
}
