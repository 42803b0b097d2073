import { expect, test } from "vitest";
import type { Version } from "../../server/platform/db/changes/change-feed.ts";
import { createAnswer } from "./answer.ts";
import { createKeptAnswers } from "./kept-answers.ts";

const ROOM = 30_000;
const version: Version = { epoch: 0, changes: new Map() };

function open() {
  const kept = createKeptAnswers(ROOM);
  const isKept = (key: string) => kept.get(key, version) !== undefined;
  const put = (key: string) => {
    const answer = createAnswer([["content-type", "application/json"]], Buffer.alloc(1_000));
    kept.put(key, answer, [], version);
    return answer;
  };
  return { kept, isKept, put };
}

test("what is new is kept, though everything else was asked for again", () => {
  const { kept, isKept, put } = open();
  for (let index = 0; index < 30; index += 1) {
    put(`${index}`);
    expect([index, isKept(`${index}`)]).toEqual([index, true]);
    expect(kept.used()).toBeLessThanOrEqual(ROOM);
  }
});

test("what grows is kept, and what nobody asked for goes", () => {
  const { kept, isKept, put } = open();
  const grown = put("grown");
  for (let index = 0; kept.used() < 25_000; index += 1) put(`${index}`);
  kept.grew("grown", grown, 8_000);
  expect(kept.used()).toBeLessThanOrEqual(ROOM);
  expect([isKept("grown"), isKept("0")]).toEqual([true, false]);
});
