import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines, openTestArchive, type TestArchive } from "../../../../tests/support/platform/archive.ts";
import { source } from "../../../../tests/support/archive/question-rows.ts";
import type { User } from "../../../shared/people/policy.ts";
import { csvLine } from "./csv.ts";
import type { RefusedRow } from "./import-row.ts";

const LINK = "https://drive.google.com/file/d/1TESTabcdefghijklmnopqrstuvwxyz/view";

describe.each(engines)("an import on %s", (engine) => {
  let archive: TestArchive;
  let student: User;
  let admin: User;
  beforeEach(async () => {
    archive = await openTestArchive(engine);
    student = (await archive.signUp("Rahim")).actor;
    admin = (await archive.signUp("Ayesha", "admin")).actor;
  });
  afterEach(() => archive.close());

  async function run(...lines: string[]) {
    const bad: RefusedRow[] = [];
    let columns: string[] = [];
    const report = await archive.services.transfer.importCsv(student, source(lines), {
      onBad(rows, names) {
        bad.push(...rows);
        columns = names;
      },
    });
    return { ...report, bad, columns };
  }

  test("gives each bad row back as it was read, so that it can be mended and imported again", async () => {
    const subject = "'quoted'";
    const cells = ["note", "'=Trees", "", subject, LINK, "soon, or later"];
    const header = ["Kind", "Topic", "Department", "Subject", "DriveLink", "Year"];
    const columns = ["kind", "topic", "department", "subject", "driveLink", "year"];
    expect(await run(csvLine(header), csvLine(cells))).toMatchObject({ bad: [{ line: 2, cells }], columns });

    const mended = ["line 2: Department is required", ...cells.with(2, "CSE").with(5, "")];
    const again = await run(csvLine(["reason", ...header]), csvLine(mended));
    expect(again).toMatchObject({ rows: 1, stored: 1, bad: [] });
    const { rows } = await archive.services.resources.list(admin, "note", {});
    expect(rows).toMatchObject([{ title: "'=Trees", subject }]);
  });

  test("keeps the length of a short row, gives it no earlier reason, and skips a row that has only a reason", async () => {
    expect(await run("reason,kind,topic\n", "line 2: …,note\n", "line 3: …\n")).toMatchObject({
      rows: 1,
      bad: [{ line: 2, cells: ["note"] }],
      columns: ["kind", "topic"],
    });
  });
});
