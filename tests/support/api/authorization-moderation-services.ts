import { statuses } from "../../../src/shared/items/status.ts";
import { linkKey } from "../../../src/shared/files/drive-link.ts";
import {
  driveLink,
  insertItem,
  insertReport,
  insertSubscriber,
  insertTakedown,
} from "../archive/factories.ts";
import type { Call } from "./authorization-calls.ts";
import { outcome } from "./authorization-observe.ts";
import type { MatrixWorld, Person } from "./authorization-world.ts";

/** The calls for rows about work that waits for admins, and about the newsletter's list. */
export function moderationServiceCalls({ archive, owner, covers }: MatrixWorld): Record<string, Call> {
  const { services } = archive;
  const actor = (me: Person) => services.accounts.actor(me.headers);
  return {
    "overview.queue | a Pending item": (me) => () =>
      outcome(async () => {
        const { rows } = await services.overview.queue(await actor(me));
        return rows.some((row) => row.status === "Pending" && row.uploaderId === owner.id)
          ? "seen"
          : "hidden";
      }),
    "overview.statistics | totals": (me) => () =>
      outcome(async () => void (await services.overview.statistics(await actor(me)))),
    "overview.awaiting | counts": (me) => () =>
      outcome(async () => void (await services.overview.awaiting(await actor(me)))),
    "takedowns.list | a claim": async (me) => {
      const id = await insertTakedown(archive);
      return () =>
        outcome(async () => {
          const open = await services.takedowns.list(await actor(me));
          return open.some(({ claim }) => claim.id === id) ? "seen" : "hidden";
        });
    },
    "feedback.listReports | a report": async (me) => {
      const itemId = await insertItem(archive, "note", { uploader: owner });
      await insertReport(archive, { itemId });
      return () =>
        outcome(async () => {
          const reported = await services.feedback.listReports(await actor(me));
          return reported.some(({ item }) => item.id === itemId) ? "seen" : "hidden";
        });
    },
    "recognition.progress | the queue": (me) => () =>
      outcome(async () => void (await services.recognition.progress(await actor(me)))),
    "driveCopies.progress | the queue": (me) => () =>
      outcome(async () => void (await services.driveCopies.progress(await actor(me)))),
    "driveCopies.stateOf | of a Pending item": async (me) => {
      const link = driveLink();
      const id = await insertItem(archive, "note", {
        uploader: owner,
        status: "Pending",
        fields: { driveLink: link },
      });
      await archive.db.write
        .insertInto("driveCopy")
        .values({ itemId: id, linkKey: linkKey(link), state: "failed", problem: "gone", updatedAt: 1 })
        .execute();
      return () =>
        outcome(async () => {
          const state = await services.driveCopies.stateOf(await actor(me), {
            id,
            uploaderId: owner.id,
            areaUniversity: null,
            areaDepartment: "cse",
          });
          return state ? "seen" : "hidden";
        });
    },
    "backups.status | the last backup": (me) => () =>
      outcome(async () => void (await services.backups.status(await actor(me)))),
    ...Object.fromEntries(
      statuses.flatMap((status) =>
        (["proposal", "firstProposal", "pageTexts"] as const).map((ask) => [
          `recognition.${ask} | of a${status === "Approved" ? "n" : ""} ${status} item's file`,
          (me: Person) => () =>
            outcome(async () => void (await services.recognition[ask](await actor(me), covers[status]))),
        ]),
      ),
    ),
    "removal.listRequests | the owner's": async (me) => {
      const id = await insertItem(archive, "note", { uploader: owner });
      await services.removal.request({ ...owner, role: "student" }, id);
      return () =>
        outcome(async () => {
          const rows = await services.removal.listRequests(await actor(me));
          return rows.some((row) => row.id === id) ? "seen" : "hidden";
        });
    },
    "newsletter.list | a reader's email": async (me) => {
      const email = await insertSubscriber(archive);
      return () =>
        outcome(async () => {
          const { subscribers } = await services.newsletter.list(await actor(me));
          return subscribers.some((one) => one.email === email) ? "seen" : "hidden";
        });
    },
    "newsletter.exportCsv | a reader's email": async (me) => {
      const email = await insertSubscriber(archive);
      return () =>
        outcome(async () =>
          (await services.newsletter.exportCsv(await actor(me))).includes(email) ? "seen" : "hidden",
        );
    },
  };
}
