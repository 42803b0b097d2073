import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { currentRequestId, inRequest } from "./request-scope.ts";

it("keeps the ids of two requests apart while both wait", async () => {
  const seen = await Promise.all(
    ["first", "second"].map((id) =>
      inRequest(id, async () => {
        await setTimeout(1);
        return currentRequestId();
      }),
    ),
  );
  expect(seen).toEqual(["first", "second"]);
});

it("has no id outside a request, and none in work that belongs to no request", () => {
  expect(currentRequestId()).toBeUndefined();
  expect(inRequest("one", () => inRequest(undefined, currentRequestId))).toBeUndefined();
});
