import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { User } from "../../src/shared/people/policy.ts";
import { insertItem } from "../support/archive/factories.ts";
import { engines } from "../support/platform/archive.ts";
import { openWorld, type World } from "../support/api/world.ts";

/** A word for each hidden status, unlike any other word. */
const canaries = { Pending: "xylobrontix", Cancelled: "quirzophane" } as const;

describe.each(engines)("hidden items on %s", (engine) => {
  let world: World;
  const ids: string[] = [];
  beforeAll(async () => {
    world = await openWorld(engine);
    for (const [status, word] of Object.entries(canaries)) {
      const fields = { subject: `Theory of ${word}`, code: `ZZZ ${ids.length}731`, year: "2019" };
      ids.push(await insertItem(world.archive, "question", { status: status as "Pending", fields }));
    }
    const parentId = await insertItem(world.archive, "question", {
      status: "Pending",
      fields: { subject: "Below xylobrontix" },
    });
    ids.push(await insertItem(world.archive, "answer", { parentId }));
    await insertItem(world.archive, "question", { fields: { subject: "Theory of Computation" } });
  });
  afterAll(() => world.archive.close());

  const queries = Object.values(canaries).flatMap((word) => [
    word,
    word.slice(0, 6),
    word.slice(0, 3),
    word.slice(0, -1),
    `${word.slice(0, 4)}${word.slice(5)}`,
    `theory of ${word}`,
    `theory ${word.slice(1)}`,
    "zzz0731",
    "zzz 1731",
    "zzz",
    "tx",
    "theory 2019",
  ]);

  test.each([...new Set(queries)])("appear in no response to a search for %s", async (query) => {
    const { visitor, other } = world;
    const search = encodeURIComponent(query);
    for (const reader of [visitor, other]) {
      const answers = await Promise.all(
        [
          `/api/search?search=${search}`,
          `/api/suggest?search=${search}`,
          `/api/allQuestions?search=${search}`,
        ].map((path) => reader.get(path)),
      );
      for (const { status, body } of answers) {
        expect(status).toBe(200);
        // The response can repeat the query, but must not contain more of the word.
        const told = JSON.stringify(body).toLowerCase().replaceAll(JSON.stringify(query), "");
        for (const word of Object.values(canaries)) {
          if (!query.includes(word)) expect(told).not.toContain(word);
        }
        for (const id of ids) expect(told).not.toContain(id);
        expect(told).not.toContain("731");
      }
      const [found, , list] = answers;
      expect(list?.body.count).toBe(list?.body.allQuestions.length);
      expect(found?.body.total).toBe(found?.body.items.length);
    }
  });

  test("appear in an admin's search", async () => {
    const actor = { ...world.admin, role: "admin" } as unknown as User;
    const { total } = await world.archive.services.search.find(actor, { text: "xylobrontix" });
    expect(total).toBe(3);
  });
});
