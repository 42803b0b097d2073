import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { manyLinks } from "../../../../tests/support/api/costly-bodies.ts";
import { drainPiles, READY_VALUES } from "../../../../tests/support/archive/pile-world.ts";
import { engines, openTestArchive, type TestArchive } from "../../../../tests/support/platform/archive.ts";
import { MAX_PILE_LINKS, MAX_PILE_ROWS } from "../../../shared/files/pile-limits.ts";
import { createAddLinks } from "./pile-links.ts";
import { createPileRowsRepo } from "./pile-rows.repo.ts";
import { createPilesRepo } from "./piles.repo.ts";
import { openPile } from "./open-pile.ts";
import type { User } from "../../../shared/people/policy.ts";

describe.each(engines)("links of piles on %s", (engine) => {
  let archive: TestArchive;
  let student: User;
  let id: string;

  beforeEach(async () => {
    archive = await openTestArchive(engine);
    student = (await archive.signUp("Student")).actor;
    id = await archive.services.piles.create(student);
  });
  afterEach(() => archive.close());

  const piles = () => archive.services.piles;
  const rows = async () => (await piles().get(student, id, { size: 100 })).rows;
  const items = () => archive.db.read.selectFrom("resource").selectAll().orderBy("id").execute();

  test("links become rows, and a bad line is a row with its reason", async () => {
    const good = "https://drive.google.com/file/d/1DriveSampleSampleSampleSampleSample/view";
    const links = `${good}\n\nhttp://example.edu/a.pdf\r\n\u2068${good}\u2069`;
    expect(await piles().addLinks(student, id, { links })).toEqual({ added: 3, refused: 1, known: 0 });
    const all = await rows();
    expect(all.map(({ status }) => status)).toEqual(["missing", "refused", "duplicate"]);
    expect(all[1]).toMatchObject({
      problem: { code: "notHttps" },
      label: "http://example.edu/a.pdf",
    });
    await piles().setRows(student, id, {
      rows: [all[0]?.id],
      values: READY_VALUES,
    });
    await piles().send(student, id, {});
    await drainPiles(archive);
    expect(await items()).toMatchObject([{ link: good, fileKey: null, code: "CSE 2103" }]);
  });

  test("links that come a second time, as after a lost connection, add nothing", async () => {
    const link = (at: number) => `https://example.edu/papers/${at}.pdf`;
    const links = [link(1), link(2), "no link", link(1)].join("\n");
    await piles().addLinks(student, id, { links });
    expect(await piles().addLinks(student, id, { links })).toEqual({ added: 0, refused: 0, known: 4 });
    const more = { links: `${link(3)}\n${link(1)}` };
    expect(await piles().addLinks(student, id, more)).toEqual({ added: 1, refused: 0, known: 1 });
    expect((await rows()).map(({ label, status }) => [label, status])).toEqual([
      [link(1), "missing"],
      [link(2), "missing"],
      ["no link", "refused"],
      [link(1), "duplicate"],
      [link(3), "missing"],
    ]);
  });

  test.each(["rowIds", "takenPlaces"] as const)(
    "a call succeeds if an equal call fills the pile while it reads %s",
    async (read) => {
      const links = manyLinks();
      const repo = createPileRowsRepo(archive.db);
      let other: Promise<unknown> | undefined;
      const addLinks = createAddLinks({
        pileRowsRepo: {
          ...repo,
          async [read](pileId: string) {
            const answer = await repo[read](pileId);
            await (other ??= piles().addLinks(student, id, { links }));
            return answer as never;
          },
        },
        duplicates: { findMany: async () => [] },
        limits: { take: async () => {} },
        open: (actor) => openPile({ pilesRepo: createPilesRepo(archive.db) }, actor, id),
        add: async (pileId, added) =>
          void (await repo.add(pileId, added, { at: Date.now(), most: MAX_PILE_ROWS })),
        endRest: async () => {},
      });
      await addLinks(student, id, { links });
      expect((await repo.rowIds(id)).size).toBe(MAX_PILE_LINKS);
    },
  );

  test("a run of a million spaces between two links is read in linear time, and a bad call counts, too", async () => {
    const link = "https://example.edu/papers/1.pdf";
    const spaces = " ".repeat(1_000_000 - 100);
    const input = { links: `${link}${spaces}x\n${link}2` };
    expect(await piles().addLinks(student, id, input)).toEqual({ added: 2, refused: 1, known: 0 });
    const count = async () => (await archive.db.read.selectFrom("rateLimit").selectAll().execute()).length;
    const { actor: other } = await archive.signUp("Other");
    const empty = await piles().create(other);
    const before = await count();
    await expect(piles().addLinks(other, empty, { links: 5 })).rejects.toMatchObject({
      code: "invalid_input",
    });
    expect(await count()).toBeGreaterThan(before);
  });
});
