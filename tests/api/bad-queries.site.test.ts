import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { apiOperations } from "../../src/api/api.ts";
import { engines } from "../support/platform/archive.ts";
import { useRefusals } from "../support/api/refusals.ts";

const declared = apiOperations({ services: {} as never, origin: "http://127.0.0.1:3000" });
const named = declared.map((operation) => [operation.id, operation] as const);

describe.each(engines)("calls with bad queries on %s", (engine) => {
  const { here, expectAnswer, outcome } = useRefusals(engine);

  const refusedQueries: [query: string, field: string][] = [
    ["page=-1", "page"],
    ["page=1.5", "page"],
    ["page=abc", "page"],
    ["page=NaN", "page"],
    ["page=1e12", "page"],
    ["page=0x10", "page"],
    ["page=9999999999999999", "page"],
    ["page=Infinity", "page"],
    ["page=0&page=1", "page"],
    ["size=0", "size"],
    ["size=-1", "size"],
    ["size=1e9", "size"],
    ["size=1%200", "size"],
    ["year=19", "year"],
    ["year=abcd", "year"],
    ["year=-201", "year"],
    ["year=2019&year=2018", "year"],
    ["status=done", "status"],
    ["status=Approved,Pending", "status"],
    ["status=__proto__", "status"],
    ["search=%00", "search"],
    ["search=a%07b", "search"],
    [`search=${"x".repeat(501)}`, "search"],
    ["search=a&search=b", "search"],
    ["department=%00", "department"],
    ["code=%1b", "code"],
    [`code=${"x".repeat(41)}`, "code"],
    ["semester=%00", "semester"],
    ["university=%7f", "university"],
    ["subject=%00", "subject"],
    ["examType=%00", "examType"],
    ["extra=1", "extra"],
    ["__proto__=1", "__proto__"],
    ["__proto__=1&__proto__=2", "__proto__"],
    ["constructor=1", "constructor"],
    ["=1", ""],
    ["Page=1", "Page"],
    ["page[]=1", "page[]"],
    ["filter%5Ba%5D=1", "filter[a]"],
    [Array.from({ length: 51 }, (_, index) => `department=d${index}`).join("&"), "department"],
  ];
  const acceptedQueries = [
    "page=1000000000000",
    "size=1000000000",
    "size=999999999999999",
    "page=",
    "size=",
    "year=0000",
    "search=%ED%A0%80",
    "search=%F0%28",
    "search=%E0%A4%A",
    "search=%25%5F%5C",
    "search=%27%3B--",
    "search=%22",
    `search=${encodeURIComponent("ﷺ".repeat(500))}`,
    "search=%F0%9F%93%9A",
    "search=a%00b".replace("%00", "%20"),
    `department=${encodeURIComponent("' or 1=1 --")}`,
    "department=%5C",
    Array.from({ length: 50 }, (_, index) => `department=d${index}`).join("&"),
  ];

  /** Calls that list or search items for everybody have the same parameters. */
  const isOfItems = ({ query, access }: (typeof declared)[number]) =>
    access === "anyone" && query !== undefined && "search" in (query as z.ZodObject).shape;
  const isOwn = ({ access }: (typeof declared)[number]) => access === "self" || access === "signedIn";

  test.each(named.filter(([, operation]) => operation.query && isOwn(operation)))(
    "%s refuses bad query parameters of a person's own list",
    async (_id, operation) => {
      const list = here.pathOf(operation);
      for (const [query, field] of refusedQueries)
        expectAnswer(query.slice(0, 40), await here.world.admin.get(`${list}?${query}`), 400, field);
      for (const query of acceptedQueries.filter((one) => /^(?:page|size)=/.test(one)))
        expectAnswer(query, await here.world.admin.get(`${list}?${query}`), 200);
      const [found, none] = await outcome();
      expect(found).toEqual(none);
    },
  );

  test.each(named.filter(([, operation]) => isOfItems(operation)))(
    "%s refuses bad query parameters and accepts unusual valid ones",
    async (_id, operation) => {
      for (const path of operation.paths) {
        for (const [query, field] of refusedQueries)
          expectAnswer(query.slice(0, 40), await here.world.visitor.get(`/api${path}?${query}`), 400, field);
        for (const query of acceptedQueries) {
          const answer = await here.world.visitor.get(`/api${path}?${query}`);
          expectAnswer(query.slice(0, 40), answer, 200);
          const items = Array.isArray(answer.body)
            ? answer.body
            : Object.values(answer.body).find(Array.isArray);
          if ((items as unknown[]).length > 100)
            here.wrong.push(`${query}: ${(items as unknown[]).length} items`);
        }
      }
      const [found, none] = await outcome();
      expect(found).toEqual(none);
    },
  );

  test.each(named.filter(([, operation]) => operation.query && !isOwn(operation) && !isOfItems(operation)))(
    "%s refuses an unknown query parameter",
    async (_id, operation) => {
      expectAnswer(
        "?unknown",
        await here.world.admin.get(`${here.pathOf(operation)}?unknown=1`),
        400,
        "unknown",
      );
      const [found, none] = await outcome();
      expect(found).toEqual(none);
    },
  );

  test.each(named.filter(([, operation]) => !operation.query))(
    "%s accepts no query",
    async (_id, operation) => {
      const init = operation.body
        ? { body: JSON.stringify(here.bodyOf(operation)), headers: { "content-type": "application/json" } }
        : {};
      for (const [query, field] of [
        ["page=0", "page"],
        ["__proto__=1", "__proto__"],
        ["role=admin", "role"],
      ] as const) {
        const answer = await here.world.admin.send(`${here.pathOf(operation)}?${query}`, {
          method: operation.method.toUpperCase(),
          ...init,
        });
        expectAnswer(query, answer, 400, field);
      }
      const [found, none] = await outcome();
      expect(found).toEqual(none);
    },
  );
});
