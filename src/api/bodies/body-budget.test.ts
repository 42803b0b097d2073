import { expect, test } from "vitest";
import { createBodyBudget } from "./body-budget.ts";

/** A budget with its own clock, and the names of the bodies that gave way. */
function budget(limits: { process: number; requester: number }) {
  const time = { now: 0 };
  const ended: string[] = [];
  const bodies = createBodyBudget(limits, () => time.now);
  const begin = (requester: string, name: string) =>
    bodies.begin(requester, ({ code, retryAfter }) => ended.push(`${name} ${code} ${retryAfter}`));
  return { time, ended, begin, held: bodies.held };
}

test("above the bound of a requester the slowest body ends, and others go on", () => {
  const { time, ended, begin } = budget({ process: 1_000_000, requester: 100_000 });
  begin("a", "slow").hold(50_000);
  const other = begin("b", "other");
  other.hold(90_000);
  time.now = 20_000;
  const quick = begin("a", "quick");
  quick.hold(40_000);
  expect(ended).toEqual([]);
  quick.hold(20_000);
  expect(ended).toEqual(["slow unavailable 10"]);
});

test("above the bound of the process the slowest body of the largest requester ends", () => {
  const { time, ended, begin } = budget({ process: 200_000, requester: 150_000 });
  begin("large", "first").hold(70_000);
  time.now = 5_000;
  begin("large", "second").hold(70_000);
  begin("small", "small").hold(50_000);
  begin("other", "other").hold(20_000);
  expect(ended).toEqual(["first unavailable 10"]);
});

test("a thousand slow bodies of one address leave room for the quick form of another", () => {
  const { time, ended, begin, held } = budget({ process: 64_000_000, requester: 8_000_000 });
  for (let index = 0; index < 1_000; index += 1) {
    time.now += 10;
    begin("attacker", String(index)).hold(250_000);
  }
  expect(held()).toBeLessThanOrEqual(8_000_000);
  const before = ended.length;
  begin("student", "form").hold(2_000_000);
  expect(ended).toHaveLength(before);
});

test("a whole body and a body of a few bytes never give way", () => {
  const { ended, begin } = budget({ process: 1_000_000, requester: 100_000 });
  const whole = begin("a", "whole");
  whole.hold(90_000);
  whole.arrived();
  begin("a", "few").hold(1_000);
  begin("a", "arriving").hold(30_000);
  expect(ended).toEqual(["arriving unavailable 10"]);
});

test("a body that is released twice holds nothing", () => {
  const { begin, held } = budget({ process: 1_000_000, requester: 100_000 });
  const body = begin("a", "body");
  body.hold(50_000);
  body.release();
  body.release();
  body.hold(10);
  expect(held()).toBe(0);
});
