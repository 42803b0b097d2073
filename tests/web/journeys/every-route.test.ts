import { expect, test } from "vitest";
import { startOf } from "../../support/web/visited-routes.ts";
import { declaredRoutes, journeyRoutes } from "../../support/web/journey-routes.ts";

test("the browser journeys visit every declared route, and no other", () => {
  const [declared, visited] = [declaredRoutes(), Object.values(journeyRoutes).flat()];
  expect(declared).toContain("/question-details/:id");
  expect(declared.filter((route) => !visited.includes(route))).toEqual([]);
  expect(visited.filter((route) => !declared.includes(route))).toEqual([]);
});

test("measurements and screenshots know where to find an item for each route that shows one", () => {
  const shows = declaredRoutes().filter((route) => route.includes(":id"));
  expect(shows).toContain("/admin-dashboard/compare/:id");
  expect(shows.filter((route) => startOf(route) === undefined)).toEqual([]);
});
