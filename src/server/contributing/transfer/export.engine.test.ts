import { afterEach, describe, expect, it } from "vitest";
import {
  bothEngines,
  type Engine,
  openTestArchive,
  type TestArchive,
} from "../../../../tests/support/platform/archive.ts";
import { csvRow, source } from "../../../../tests/support/archive/question-rows.ts";
import type { User } from "../../../shared/people/policy.ts";
import { readCsv } from "./csv.ts";

const LINK = "https://drive.google.com/file/d/1TESTabcdefghijklmnopqrstuvwxyz/view";
const open: TestArchive[] = [];

async function openFor(engine: Engine): Promise<{ archive: TestArchive; admin: User }> {
  const archive = await openTestArchive(engine);
  open.push(archive);
  return { archive, admin: (await archive.signUp("Operator", "admin")).actor };
}

const exported = async ({ services }: TestArchive, actor: User, kind?: string): Promise<string> =>
  (await Array.fromAsync(services.transfer.exportCsv(actor, { kind }))).join("");

const pairs = bothEngines.flatMap((from) => bothEngines.map((to) => [from, to] as const));

describe("export", () => {
  afterEach(async () => {
    await Promise.all(open.splice(0).map((archive) => archive.close()));
  });

  it.each(pairs)(
    "an export of the sample and of unusual items is identical after an import, from %s to %s",
    async (from, to) => {
      const { archive, admin } = await openFor(from);
      await archive.services.sample.add();
      const starts = ["=1+1", "'=1", "'quoted'", "-1", "@x", "+880", 'a "b", c;\nd', "ড়য়", "  spaces  "];
      const awkward = [...starts, "a;=1", "a;'=1", 'a\t"+1', "list\n- b\r\n@c", "\t=1"];
      const rows = awkward.map((topic, index) =>
        csvRow([
          `z${index}`,
          "blog",
          topic,
          `${topic}\n\n${topic}`,
          "https://example.edu/a.png",
          "=Name",
          "",
          "2020-01-01",
        ]),
      );
      const file =
        csvRow(["_id", "kind", "topic", "blog", "blogImg", "userName", "email", "createdAt"]) + rows.join("");
      expect(await archive.services.transfer.importCsv(admin, source([file]))).toMatchObject({
        stored: awkward.length,
        bad: 0,
      });
      const first = await exported(archive, admin);

      const target = await openFor(to);
      const report = await target.archive.services.transfer.importCsv(target.admin, source([first]));
      expect(report).toMatchObject({ bad: 0, skipped: 0, stored: report.rows });
      const second = await exported(target.archive, target.admin);
      expect(second === first).toBe(true);
      expect(first).toContain("data:image/webp;base64,");
      expect(first).toMatch(/,"http:\/\/127\.0\.0\.1:3000\/files\/[0-9a-f]{32}\/CSE-2103_[\w-]+_2024\.pdf",/);
      const cells = (await Array.fromAsync(readCsv(source([first])))).flatMap((record) => record.cells);
      expect(cells.filter((cell) => /^[=+\-@\t\r\n]/.test(cell ?? ""))).toEqual([]);
    },
  );

  it.each(bothEngines)(
    "an export of several pages contains every item once, oldest first, on %s",
    async (engine) => {
      const { archive, admin } = await openFor(engine);
      const names = "_id,kind,topic,department,subject,driveLink,createdAt,status\n";
      // Many items have the same time, so the id decides their order.
      const rows = Array.from({ length: 1_300 }, (_, index) => {
        const status = ["Pending", "Approved", "Cancelled"][index % 3];
        return `n${index},note,T${index},CSE,DS,${LINK},${1_600_000_000_000 + (index % 2)},${status}\n`;
      });
      await archive.services.transfer.importCsv(admin, source([names, ...rows]));
      const ids = (await exported(archive, admin))
        .split("\n")
        .slice(1, -1)
        .map((line) => /^"(\w+)",/.exec(line)?.[1] ?? "");
      const sorted = Array.from({ length: 1_300 }, (_, index) => `n${index}`).sort();
      const isOdd = (id: string) => Number(id.slice(1)) % 2 === 1;
      expect(ids).toEqual([...sorted.filter((id) => !isOdd(id)), ...sorted.filter(isOdd)]);
    },
  );

  it("an export of one kind has only the columns of the kind", async () => {
    const { archive, admin } = await openFor("sqlite");
    await archive.services.sample.add();
    const [header = "", ...lines] = (await exported(archive, admin, "answer")).trim().split("\n");
    expect(header).toBe(
      '"_id","kind","solveNumber","solveDriveLink","questionId","status","userName","email","createdAt"',
    );
    expect(lines.every((line) => line.includes(',"answer",'))).toBe(true);
  });

  it("refuses an export by a visitor or a student, and an export of an unknown kind", async () => {
    const { archive, admin } = await openFor("sqlite");
    const { actor } = await archive.signUp("Rahim");
    const { transfer } = archive.services;
    expect(() => transfer.exportCsv(undefined)).toThrow(
      expect.objectContaining({ code: "sign_in_required" }),
    );
    expect(() => transfer.exportCsv(actor)).toThrow(expect.objectContaining({ code: "forbidden" }));
    await expect(exported(archive, admin, "poem")).rejects.toMatchObject({
      fields: { kind: { code: "choice" } },
    });
  });
});
