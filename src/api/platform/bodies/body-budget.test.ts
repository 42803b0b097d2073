import { expect, test } from "vitest";
import { createBodyBudget } from "./body-budget.ts";

/** A budget with a test clock, and the names of the bodies that it ended. */
function budget(limits: { process: number; requester: number }) {
  const time = { now: 0 };
  const ended: string[] = [];
  const bodies = createBodyBudget(limits, () => time.now);
  const begin = (requester: string, name: string) =>
    bodies.begin(requester, ({ code, retryAfter }) => ended.push(`${name} ${code} ${retryAfter}`));
  return { time, ended, begin, held: bodies.held };
}

test("a requester above its limit loses only its own slowest body", () => {
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

test("a process above its limit drops the slowest of all bodies", () => {
  const { time, ended, begin, held } = budget({ process: 64_000_000, requester: 8_000_000 });
  for (let network = 0; network < 256; network += 1) begin(`network ${network}`, "slow").hold(249_000);
  time.now = 25_000;
  const student = begin("student", "student");
  for (let part = 0; part < 30; part += 1) {
    time.now += 33;
    student.hold(100_000);
  }
  expect(held()).toBeLessThanOrEqual(64_000_000);
  expect(ended.length).toBeGreaterThan(0);
  expect(ended).not.toContain("student unavailable 10");
});

test("many small bodies of one requester can't exceed the requester's limit", () => {
  const { ended, begin, held } = budget({ process: 64_000_000, requester: 8_000_000 });
  for (let index = 0; index < 1_000; index += 1) begin("attacker", String(index)).hold(15_900);
  expect(held()).toBeLessThanOrEqual(8_000_000);
  expect(ended.length).toBeGreaterThan(400);
});

test("a thousand slow bodies from one address leave space for a fast form from a different address", () => {
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

test("a complete body is never dropped, and a small body only after larger ones", () => {
  const { ended, begin } = budget({ process: 1_000_000, requester: 100_000 });
  const whole = begin("a", "whole");
  whole.hold(90_000);
  whole.arrived();
  begin("a", "few").hold(1_000);
  begin("a", "arriving").hold(30_000);
  expect(ended).toEqual(["arriving unavailable 10"]);
});

test("releasing a body twice frees its bytes only once, and it can't hold bytes later", () => {
  const { begin, held } = budget({ process: 1_000_000, requester: 100_000 });
  const body = begin("a", "body");
  body.hold(50_000);
  body.release();
  body.release();
  body.hold(10);
  expect(held()).toBe(0);
});
