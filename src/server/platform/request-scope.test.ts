import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import {
  currentPriority,
  currentRequester,
  currentRequestId,
  inRequest,
  nameRequester,
  withPriority,
} from "./request-scope.ts";

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

it("names the requester by the address until the session names the account", async () => {
  const seen = await Promise.all(
    ["first", "second"].map((account) =>
      inRequest(
        "request",
        async () => {
          const before = currentRequester();
          await setTimeout(1);
          nameRequester(account);
          await setTimeout(1);
          return [before, currentRequester()];
        },
        "203.0.113.1",
      ),
    ),
  );
  expect(seen).toEqual([
    ["203.0.113.1", "first"],
    ["203.0.113.1", "second"],
  ]);
});

it("has no requester outside a request, and none in the work of a job", () => {
  nameRequester("nobody");
  expect(currentRequester()).toBeUndefined();
  expect(inRequest("one", () => inRequest("job", currentRequester), "203.0.113.1")).toBeUndefined();
});

it("knows the priority of a part of a request, which may name the requester of the whole request", () => {
  const seen = inRequest(
    "one",
    () => {
      const within = withPriority("reserve", () => {
        nameRequester("account");
        return [currentRequestId(), currentPriority(), inRequest("job", currentPriority)];
      });
      return [...within, currentPriority(), currentRequester()];
    },
    "203.0.113.1",
  );
  expect(seen).toEqual(["one", "reserve", undefined, undefined, "account"]);
});
