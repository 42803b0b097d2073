import { expect, test } from "vitest";
import { openTestArchive } from "../../../../tests/support/platform/archive.ts";
import { photo } from "../../../../tests/support/files/photo.ts";
import { createServices } from "../../services.ts";
import type { FileStore } from "./file-store.ts";

test("two uploads that wait for the store leave a permit for a third person's upload", async () => {
  const archive = await openTestArchive("sqlite");
  let hung = 0;
  const bothHung = Promise.withResolvers<void>();
  const isOver = Promise.withResolvers<void>();
  const fileStore: FileStore = {
    ...archive.fileStore,
    async put(bytes) {
      if (hung < 2) {
        hung += 1;
        if (hung === 2) bothHung.resolve();
        await isOver.promise;
      }
      return archive.fileStore.put(bytes);
    },
  };
  const { files } = createServices({
    ...archive.shared,
    fileStore,
    origin: archive.origin,
    secret: archive.env.PROSHNO_SECRET,
  });
  const upload = async (name: string, grey: number) =>
    files.accept((await archive.signUp(name)).actor, await photo(grey), "paper.jpg");
  const waiting = [upload("First", 10), upload("Second", 20)];
  await bothHung.promise;
  expect(await upload("Third", 30)).toMatchObject({ pages: 1 });
  isOver.resolve();
  expect(await Promise.all(waiting)).toHaveLength(2);
  await archive.close();
});
