import { expect, test } from "vitest";
import { declaredRoutes, journeyRoutes } from "../../support/journey-routes.ts";

test("the journeys of the browser go through every route that there is, and no other", () => {
  const [declared, visited] = [declaredRoutes(), Object.values(journeyRoutes).flat()];
  expect(declared).toContain("/question-details/:id");
  expect(declared.filter((route) => !visited.includes(route))).toEqual([]);
  expect(visited.filter((route) => !declared.includes(route))).toEqual([]);
});
