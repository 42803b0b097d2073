import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { driveLink, insertItem, payloadOf } from "../../../../tests/support/archive/factories.ts";
import { insertPaper } from "../../../../tests/support/files/paper-item.ts";
import { tinyPdf } from "../../../../tests/support/files/tiny-pdf.ts";
import {
  engines,
  openTestArchive,
  type TestArchive,
  VISIT,
} from "../../../../tests/support/platform/archive.ts";
import type { User } from "../../../shared/people/policy.ts";

const DARK = "The photo is too dark to read. Please take it again.";
const YEAR = "The year or the exam is missing or wrong. Please correct it.";

describe.each(engines)("an item that was returned because of its file on %s", (engine) => {
  let archive: TestArchive;
  let owner: User;
  let admin: User;
  beforeEach(async () => {
    archive = await openTestArchive(engine);
    owner = (await archive.signUp("Owner")).actor;
    admin = (await archive.signUp("Admin", "admin")).actor;
  });
  afterEach(() => archive.close());

  const resources = () => archive.services.resources;
  const pdf = (line: string) => tinyPdf([{ lines: [line] }]);
  const returnIt = (id: string, reason: string) =>
    resources().setStatus(admin, "question", id, { status: "Cancelled", reason, returned: true });
  /** Inserts a Pending paper with a file and without a link. @returns its id */
  async function addFile(line: string): Promise<string> {
    const { id } = await insertPaper(archive, owner, pdf(line), { status: "Pending" });
    const item = archive.db.write.updateTable("resource").where("id", "=", id);
    await item.set({ link: null, linkKey: null }).execute();
    return id;
  }
  async function send(id: string, changes: Record<string, string>) {
    const { version } = await resources().editable(owner, id);
    const { driveLink: _link, ...fields } = payloadOf("question");
    return resources().edit(owner, id, { ...fields, version: String(version), ...changes }, VISIT.client);
  }

  test("asks for another file, and waits again with it", async () => {
    const id = await addFile("Dark");
    await returnIt(id, `${DARK} The second page, too.`);
    expect(await resources().needsFile(owner, id)).toBe(true);
    expect(await resources().needsFile(admin, id)).toBe(false);
    await expect(send(id, {})).rejects.toMatchObject({ fields: { fileKey: { code: "sameFile" } } });
    const { key } = await archive.services.files.accept(owner, pdf("Bright"), "paper");
    expect((await send(id, { fileKey: key })).status).toBe("Pending");
  });

  test("waits again with another link, or when the contributor mended the file behind the same link", async () => {
    const link = driveLink();
    const add = () =>
      insertItem(archive, "question", { uploader: owner, status: "Pending", fields: { driveLink: link } });
    const [one, two] = [await add(), await add()];
    for (const id of [one, two]) {
      await returnIt(id, DARK);
      await expect(send(id, { driveLink: link })).rejects.toMatchObject({
        fields: { fileKey: { code: "sameFile" } },
      });
    }
    expect((await send(one, { driveLink: driveLink() })).status).toBe("Pending");
    expect((await send(two, { driveLink: link, linkMended: "yes" })).status).toBe("Pending");
  });

  test("is not asked for a file if the reason is about something else, or an admin says so", async () => {
    const id = await addFile("Fine");
    await returnIt(id, YEAR);
    expect(await resources().needsFile(owner, id)).toBe(false);
    expect((await send(id, {})).status).toBe("Pending");
    const { reasons } = archive.services;
    const dark = (await reasons.list(admin)).find(({ text }) => text === DARK);
    expect(dark?.isAboutFile).toBe(true);
    expect(await reasons.change(admin, { id: dark?.id, text: DARK, aboutFile: "1" })).toBe(false);
    expect(await reasons.change(admin, { id: dark?.id, text: DARK })).toBe(true);
    await returnIt(id, DARK);
    expect((await send(id, {})).status).toBe("Pending");
  });
});
