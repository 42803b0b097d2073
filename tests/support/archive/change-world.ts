import type { User } from "../../../src/shared/people/policy.ts";
import { insertItem, payloadOf } from "./factories.ts";
import { type Engine, VISIT } from "../platform/archive.ts";
import { photo } from "../files/photo.ts";
import { openWorld, type World } from "../api/world.ts";

const { client } = VISIT;

export type ChangeWorld = Awaited<ReturnType<typeof openChangeWorld>>;

/** A world for changes to a student's approved notes. Close it after the test. */
export async function openChangeWorld(engine: Engine) {
  const world = await openWorld(engine);
  const { archive, student, admin } = world;
  const { changes, files, resources } = archive.services;
  const openChange = async (id: string) => (await changes.find(admin, id)).change;
  const upload = async (shade = 100, actor: User = student) =>
    (await files.accept(actor, await photo(shade), "mine.jpg")).key;

  return {
    ...world,
    rowsOf: (table: "change" | "file") => archive.db.write.selectFrom(table).selectAll().execute(),
    noteAs: async (reader: Pick<World["student"], "get">, id: string) =>
      (await reader.get(`/api/note/${id}`)).body,
    approvedNote: (topic: string) => insertItem(archive, "note", { uploader: student, fields: { topic } }),
    edit: (actor: User, id: string, changed: Record<string, unknown> = {}) =>
      resources.edit(actor, id, payloadOf("note", changed), client),
    openChange,
    /** Decides on the open change. */
    decide: async (id: string, outcome: string, more: object = {}) =>
      changes.decide(admin, { id, change: (await openChange(id))?.id, outcome, ...more }),
    upload,
    /**
     * Runs work during the next edit with an image, after the server makes the image and before it stores it.
     */
    meanwhile(act: () => Promise<unknown>): void {
      const { put } = archive.fileStore;
      archive.fileStore.put = async (bytes) => {
        archive.fileStore.put = put;
        await act();
        return put(bytes);
      };
    },

    /** An approved note that shows an uploaded file. */
    async noteWithFile() {
      const fileKey = await upload(10);
      const input = payloadOf("note", { topic: "With a file", driveLink: undefined, fileKey });
      const id = await resources.create(student, "note", input, client);
      await resources.setStatus(admin, "note", id, { status: "Approved" });
      return { id, fileKey };
    },
  };
}
