import sharp from "sharp";
import { expect, test } from "vitest";
import { addFile, READY_VALUES } from "../../../../tests/support/archive/pile-world.ts";
import { openTestArchive } from "../../../../tests/support/platform/archive.ts";
import { MAX_PAPER_BYTES } from "../../../shared/files/file-limits.ts";

test("joined photos become smaller if the PDF would be larger than a paper can be", async () => {
  const archive = await openTestArchive("sqlite");
  const student = (await archive.signUp("Student")).actor;
  const { piles } = archive.services;
  const id = await piles.create(student);
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const side = 2_400;
  const photo = await sharp({
    create: { width: side, height: side, channels: 3, background: "white", noise },
  })
    .jpeg({ quality: 60 })
    .toBuffer();
  // Ten of these pages have 26 MB.
  for (let at = 0; at < 10; at += 1) await addFile(archive, student, id, photo, `photo ${at}.jpg`);
  const rows = (await piles.get(student, id)).rows.map((row) => row.id);
  await piles.join(student, id, { rows });
  await piles.setRows(student, id, { rows: "all", values: READY_VALUES, sendAnyway: true });
  await piles.send(student, id, { rows: rows.slice(0, 1) });
  await piles.runSend(id, false, new AbortController().signal);
  const files = archive.db.read.selectFrom("file").select(["type", "size"]).execute();
  const [{ type, size } = { type: "", size: 0 }] = await files;
  expect(type).toBe("application/pdf");
  expect(size).toBeLessThan(MAX_PAPER_BYTES);
  expect(size).toBeGreaterThan(MAX_PAPER_BYTES / 4);
  await archive.close();
});
