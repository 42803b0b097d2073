import type { Selectable, Updateable } from "kysely";
import type { Allowed } from "../../../shared/people/authorize.ts";
import type { ReasonAction } from "../../../shared/moderating/audit.ts";
import {
  type Act,
  type Database,
  insertActAudit,
  newId,
  type Query,
  type ReasonTable,
  writeSetting,
} from "../../platform/index.ts";

type ReasonRow = Selectable<ReasonTable>;

/** The greatest number of reasons, removed ones included. */
const MAX_REASONS = 200;

/** A key of the row of `setting` that a writer locks. Each change of the list happens alone. */
const LOCK = "reasons";

export type ReasonValues = Pick<ReasonRow, "text" | "aboutFile">;

/** SQL for the reasons that moderators return items with. */
export function createReasonsRepo(db: Database) {
  /** Runs a change of the list, one at a time, and adds an entry to the audit trail if it changed something. */
  const change = (
    act: Act<"manageReasons">,
    action: ReasonAction,
    work: (trx: Query, reasons: ReasonRow[]) => Promise<string | undefined>,
  ): Promise<boolean> =>
    db.transaction(async (trx) => {
      await writeSetting(trx, LOCK, "");
      const reasons = await ordered(trx).execute();
      const text = await work(trx, reasons);
      if (text === undefined) return false;
      await insertActAudit(trx, action, { name: text }, act);
      return true;
    });

  return {
    /** The reasons that moderators can choose, in their order. */
    listOpen: (_by: Allowed<"setStatus">): Promise<ReasonRow[]> =>
      ordered(db.read).where("removedAt", "is", null).execute(),

    listAll: (_by: Allowed<"manageReasons">): Promise<ReasonRow[]> => ordered(db.read).execute(),

    /** @returns false if an open reason has this text, or the list is full */
    add: ({ text, aboutFile }: ReasonValues, act: Act<"manageReasons">): Promise<boolean> =>
      change(act, "addReason", async (trx, reasons) => {
        if (reasons.length >= MAX_REASONS || isOpen(reasons, text)) return undefined;
        const times = { createdAt: act.at, updatedAt: act.at, removedAt: null };
        await trx
          .insertInto("reason")
          .values({ id: newId(act.at), text, aboutFile, position: afterLast(reasons), ...times })
          .execute();
        return text;
      }),

    /** @returns false if the reason is gone or has these values, or another reason has this text */
    change: (id: string, { text, aboutFile }: ReasonValues, act: Act<"manageReasons">): Promise<boolean> =>
      change(act, "changeReason", async (trx, reasons) => {
        const one = reasons.find((reason) => reason.id === id && reason.removedAt === null);
        const others = reasons.filter((reason) => reason !== one);
        if (!one || isOpen(others, text) || (one.text === text && one.aboutFile === aboutFile))
          return undefined;
        await set(trx, id, { text, aboutFile, updatedAt: act.at });
        return text;
      }),

    /** Moves a reason one place up or down. @returns false if it can't move there */
    move: (id: string, by: 1 | -1, act: Act<"manageReasons">): Promise<boolean> =>
      change(act, "moveReason", async (trx, reasons) => {
        const open = reasons.filter(({ removedAt }) => removedAt === null);
        const index = open.findIndex((one) => one.id === id);
        const [one, other] = [open[index], open[index + by]];
        if (!one || !other) return undefined;
        await set(trx, one.id, { position: other.position, updatedAt: act.at });
        await set(trx, other.id, { position: one.position, updatedAt: act.at });
        return one.text;
      }),

    /** @returns false if the reason is gone */
    remove: (id: string, act: Act<"manageReasons">): Promise<boolean> =>
      change(act, "removeReason", async (trx, reasons) => {
        const one = reasons.find((reason) => reason.id === id && reason.removedAt === null);
        if (one) await set(trx, id, { removedAt: act.at, updatedAt: act.at });
        return one?.text;
      }),

    /** Puts a removed reason at the end of the list. @returns false if it was not removed */
    restore: (id: string, act: Act<"manageReasons">): Promise<boolean> =>
      change(act, "restoreReason", async (trx, reasons) => {
        const one = reasons.find((reason) => reason.id === id && reason.removedAt !== null);
        if (!one || isOpen(reasons, one.text)) return undefined;
        await set(trx, id, { removedAt: null, position: afterLast(reasons), updatedAt: act.at });
        return one.text;
      }),
  };
}

export type ReasonsRepo = ReturnType<typeof createReasonsRepo>;

const ordered = (query: Query) => query.selectFrom("reason").selectAll().orderBy("position").orderBy("id");

const isOpen = (reasons: ReasonRow[], text: string): boolean =>
  reasons.some((reason) => reason.text === text && reason.removedAt === null);

const afterLast = (reasons: ReasonRow[]): number =>
  Math.max(0, ...reasons.map(({ position }) => position)) + 1;

const set = (trx: Query, id: string, values: Updateable<ReasonTable>) =>
  trx.updateTable("reason").set(values).where("id", "=", id).execute();
