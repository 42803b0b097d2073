import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Expression } from "../../src/server/library/search/expression.ts";
import { findMatches } from "../../src/server/library/search/find-matches.ts";
import { createKnownWords } from "../../src/server/library/search/known-words.ts";
import { createSearchRepo } from "../../src/server/library/search/search.repo.ts";
import { lookupsOf } from "../../src/server/library/search/vocabulary.ts";
import type { Actor } from "../../src/shared/people/policy.ts";
import type { Status } from "../../src/shared/items/status.ts";
import { insertItem } from "../support/archive/factories.ts";
import { bothEngines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";

describe.each(bothEngines)("a search for items with a status on %s", (engine) => {
  let archive: TestArchive;
  let student: Actor;
  let admin: Actor;
  const ids = new Map<Status, string>();

  beforeAll(async () => {
    archive = await openTestArchive(engine);
    student = (await archive.signUp("Student")).actor;
    admin = (await archive.signUp("Admin", "admin")).actor;
    for (const status of ["Approved", "Pending", "Cancelled"] as const)
      ids.set(status, await insertItem(archive, "question", { fields: { subject: "Optics" }, status }));
  });
  afterAll(() => archive.close());

  /** The ids that a reader finds, and the tokens that the index looks up. */
  async function found(actor: Actor, status: Status | undefined) {
    const tokens: string[] = [];
    const repo = createSearchRepo(archive.db);
    const { vocabulary } = await createKnownWords(repo.words, Date.now).current();
    const matches = await repo.read(10_000, (reader) => {
      const newest: typeof reader.newest = (expression: Expression, ...others) => {
        tokens.push(...expression.flat(2));
        return reader.newest(expression, ...others);
      };
      const options = { actor, filter: { status }, reach: 10, thisYear: 2026 };
      return findMatches("optics", lookupsOf(vocabulary, reader.isLate), { ...reader, newest }, options);
    });
    return { ids: matches?.best.map(({ item }) => item.id), tokens };
  }

  test("finds approved items without their frequent token for readers who see no others", async () => {
    for (const actor of [undefined, student])
      for (const status of [undefined, "Approved"] as const) {
        const { ids: own, tokens } = await found(actor, status);
        expect(own).toEqual([ids.get("Approved")]);
        expect(tokens).not.toContain("status=approved");
      }
  });

  test("finds only items with this status for an admin, and nothing hidden for others", async () => {
    for (const status of ["Approved", "Pending", "Cancelled"] as const) {
      const { ids: own, tokens } = await found(admin, status);
      expect(own).toEqual([ids.get(status)]);
      expect(tokens).toContain(`status=${status.toLowerCase()}`);
    }
    for (const actor of [undefined, student]) expect((await found(actor, "Pending")).ids).toEqual([]);
  });
});
