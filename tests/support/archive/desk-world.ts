import { departmentKey } from "../../../src/shared/courses/departments.ts";
import type { User } from "../../../src/shared/people/policy.ts";
import { type Engine, openTestArchive } from "../platform/archive.ts";
import { signUpModerator } from "../people/moderators.ts";
import { insertItem, insertItems, type ItemOptions, unique } from "./factories.ts";

export type DeskWorld = Awaited<ReturnType<typeof openDeskWorld>>;

const EVERYTHING = { universityKey: "", departmentKey: "" };

/** An archive with a clock, two moderators of everything, a moderator of EEE, an admin and a student. Close it after the test. */
export async function openDeskWorld(engine: Engine) {
  const time = { now: Date.UTC(2026, 10, 25) };
  const archive = await openTestArchive(engine, { clock: () => time.now });
  const { actor: student } = await archive.signUp("Rahim");
  const { actor: admin } = await archive.signUp("Admin", "admin");
  const { actor: one } = await signUpModerator(archive, "One", [EVERYTHING]);
  const { actor: two } = await signUpModerator(archive, "Two", [EVERYTHING]);
  const { actor: scoped } = await signUpModerator(archive, "Scoped", [
    { universityKey: "", departmentKey: departmentKey("EEE") },
  ]);
  const { deskQueue, deskDecisions } = archive.services;

  return {
    archive,
    time,
    student,
    admin,
    one,
    two,
    scoped,
    desk: { ...deskQueue, ...deskDecisions, review: archive.services.deskReview },

    pending: (kind = "note", options: ItemOptions = {}) =>
      insertItem(archive, kind, { status: "Pending", uploader: student, ...options }),

    /** Inserts many Pending notes. @returns their ids, oldest first */
    pendingNotes: (count: number, options: ItemOptions = {}) =>
      insertItems(
        archive,
        "note",
        Array.from({ length: count }, () => ({ status: "Pending" as const, uploader: student, ...options })),
      ),

    /** The item as it is stored. */
    async item(id: string) {
      return archive.db.write
        .selectFrom("resource")
        .selectAll()
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
    },

    /** The actions of the audit trail about an item, in alphabetical order. */
    async trail(id: string): Promise<string[]> {
      const rows = archive.db.write.selectFrom("audit").select("action").where("targetId", "=", id);
      return (await rows.execute()).map(({ action }) => action).toSorted();
    },

    /** The events of all notices. */
    async events(): Promise<string[]> {
      const rows = await archive.db.write.selectFrom("notice").select("event").orderBy("createdAt").execute();
      return rows.map(({ event }) => event);
    },

    /** Decides on an item in its current version. */
    async decide(by: User, id: string, decision: object) {
      const { version } = await this.item(id);
      return deskDecisions.decide(by, id, { requestId: `r${unique()}`, version, ...decision });
    },

    /** Runs the jobs of large decisions until none is left. */
    async runJobs(): Promise<void> {
      const { jobs } = archive.services;
      for (;;) {
        const job = await jobs.claim({ lanes: ["desk"] });
        if (!job) return;
        const { decision } = JSON.parse(job.payload) as { decision: string };
        await deskDecisions.run(decision, new AbortController().signal);
        await jobs.finish(job);
      }
    },
  };
}
