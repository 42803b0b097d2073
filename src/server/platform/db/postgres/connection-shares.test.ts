import { expect, test } from "vitest";
import { connectionShares } from "./connection-shares.ts";

test.each([
  // All connections, then of writes and of reads: all, reserved for logins, and the most of one person.
  [2, [1, 0, 1], [1, 0, 1]],
  [3, [2, 0, 1], [1, 0, 1]],
  [4, [2, 0, 1], [2, 0, 1]],
  [5, [2, 0, 1], [3, 1, 1]],
  [6, [2, 0, 1], [4, 1, 2]],
  [8, [3, 1, 1], [5, 1, 3]],
  [10, [4, 1, 2], [6, 1, 4]],
  [30, [12, 1, 2], [18, 1, 16]],
])("of %i connections, writes get %j and reads get %j", (connections, write, read) => {
  const shares = connectionShares(connections);
  const numbers = [shares.write, shares.read].map((share) => Object.values(share));
  expect(numbers).toEqual([write, read]);
});
