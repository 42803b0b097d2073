import { expect, test } from "vitest";
import { enHome } from "../../../shared/messages/en-home.ts";
import { dayAdded } from "./day-added.ts";

test("the day of a paper is a word for a week, by the calendar of the time zone, and then a date", () => {
  // It is already Sunday in Dhaka.
  const now = Date.parse("2026-11-28T19:00:00Z");
  const said = (iso: string) => dayAdded(iso, { now, timeZone: "Asia/Dhaka" }, enHome.home);
  expect(said("2026-11-28T18:00:00Z")).toBe("today");
  expect(said("2026-11-28T17:59:00Z")).toBe("yesterday");
  expect(said("2026-11-23T06:00:00Z")).toBe("on Monday");
  expect(said("2026-11-22T06:00:00Z")).toBe("22 Nov 2026");
  expect(dayAdded("2026-11-28T17:59:00Z", { now, timeZone: "UTC" }, enHome.home)).toBe("today");
});
