import { expect, test } from "vitest";
import type { Version } from "../../../server/platform/db/changes/change-feed.ts";
import { createCachedResponse } from "./cached-response.ts";
import { createResponseStore } from "./response-store.ts";

const MAX_BYTES = 30_000;
const version: Version = { epoch: 0, changes: new Map() };

function open() {
  const store = createResponseStore(MAX_BYTES);
  const isKept = (key: string) => store.get(key, version) !== undefined;
  const put = (key: string) => {
    const answer = createCachedResponse([["content-type", "application/json"]], Buffer.alloc(1_000));
    store.put(key, answer, [], version);
    return answer;
  };
  return { store, isKept, put };
}

test("the response cache keeps a new response, even if each earlier response was requested again", () => {
  const { store, isKept, put } = open();
  for (let index = 0; index < 30; index += 1) {
    put(`${index}`);
    expect([index, isKept(`${index}`)]).toEqual([index, true]);
    expect(store.size().bytes).toBeLessThanOrEqual(MAX_BYTES);
  }
});

test("the response cache keeps a response that grows, and evicts responses that nobody requested", () => {
  const { store, isKept, put } = open();
  const grown = put("grown");
  for (let index = 0; store.size().bytes < 25_000; index += 1) put(`${index}`);
  store.grew("grown", grown, 8_000);
  expect(store.size().bytes).toBeLessThanOrEqual(MAX_BYTES);
  expect([isKept("grown"), isKept("0")]).toEqual([true, false]);
});
