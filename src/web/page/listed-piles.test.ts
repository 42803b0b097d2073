import { expect, test } from "vitest";
import type { OwnPile } from "./context.ts";
import { listedPile } from "./listed-piles.ts";

test("the list of piles counts no refused, taken-out or sent paper, and none that is being sent, as one to confirm", () => {
  const pile: OwnPile["pile"] = {
    id: "p",
    ownerId: "a",
    shared: "{}",
    sendRest: 0,
    createdAt: 1,
    changedAt: 2,
    restPlace: null,
  };
  const counts: OwnPile["counts"] = [
    { state: "draft", count: 7 },
    { state: "refused", count: 3 },
    { state: "leftOut", count: 2 },
    { state: "sent", count: 5 },
  ];
  const listed = listedPile({ pile, counts, sending: 4, expiresAt: 3 });
  expect(listed).toEqual({ id: "p", createdAt: 1, expiresAt: 3, open: 3, sent: 5 });
});
