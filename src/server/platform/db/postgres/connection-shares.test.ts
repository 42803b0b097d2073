import { expect, test } from "vitest";
import { connectionShares } from "./connection-shares.ts";

test.each([
  [2, 1, 1],
  [3, 2, 1],
  [4, 2, 2],
  [5, 2, 3],
  [6, 2, 4],
  [8, 3, 5],
  [10, 4, 6],
])("of %i connections, %i are for writes and %i for reads", (connections, write, read) => {
  expect(connectionShares(connections)).toEqual({ write, read });
});
