import type { OwnPile } from "./context.ts";

/** A pile in the list of its owner, as pages show it. */
export function listedPile({ pile, counts, expiresAt }: OwnPile) {
  const sent = counts.find(({ state }) => state === "sent")?.count ?? 0;
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  return { id: pile.id, createdAt: pile.createdAt, expiresAt, open: all - sent, sent };
}
