import { openAsBlob } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withScratchFolder } from "../../../../tests/support/platform/scratch-folder.ts";
import { storageFailure } from "./storage-failure.ts";

test("a form's file that can't be read again is unavailable", async () => {
  const path = join(withScratchFolder(), "paper.pdf");
  await writeFile(path, "%PDF");
  const blob = await openAsBlob(path);
  await rm(path);
  const error = await blob.text().catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: "NotReadableError" });
  expect(storageFailure(error)).toBe("unavailable");
});

test.each(["EMFILE", "EAGAIN", "ENOMEM"])("the error %s of the system is unavailable", (code) => {
  expect(storageFailure(Object.assign(new Error("failed"), { code }))).toBe("unavailable");
});

test("an error in our code is no failure of the storage", () => {
  expect(storageFailure(new TypeError("path is undefined"))).toBeUndefined();
});
