import { expect, test } from "vitest";
import { isTimeZone, zoneOffset } from "./time-zone.ts";

test.each([
  ["Asia/Dhaka", 6],
  ["UTC", 0],
  ["Asia/Kathmandu", 5.75],
  ["America/New_York", -5],
  ["Europe/Berlin", 1],
])("the clocks of %s are %f hours ahead of UTC in winter", (zone, hours) => {
  expect(isTimeZone(zone)).toBe(true);
  expect(zoneOffset(zone, Date.UTC(2026, 0, 1))).toBe(hours * 3_600_000);
});

test("the clocks of a zone with daylight saving time move", () => {
  expect(zoneOffset("Europe/Berlin", Date.UTC(2026, 6, 1))).toBe(2 * 3_600_000);
});

test.each(["", "Asia/Dacca City", "soon"])("%j is no time zone", (name) => {
  expect(isTimeZone(name)).toBe(false);
});
