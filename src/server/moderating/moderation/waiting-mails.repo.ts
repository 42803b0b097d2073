import type { Allowed } from "../../../shared/people/authorize.ts";
import type { Area } from "../../../shared/moderating/areas.ts";
import type { User } from "../../../shared/people/policy.ts";
import { parseEmail } from "../../../shared/schemas/text.ts";
import { peopleWithMergedDepartments } from "../../people/index.ts";
import type { Database, Query } from "../../platform/index.ts";
import { aboutItemOf, pendingFor } from "./overview.repo.ts";

/** How many people one run considers. */
const PEOPLE = 1_000;

export interface WaitingMailsOptions {
  /** Whether admins and moderators have their rights only with a second factor. */
  needsSecondFactor: boolean;
}

/** Items of a person's areas that wait for a long time. */
export interface Waiting {
  items: number;
  changes: number;
}

/** SQL for the daily mail about waiting items. */
export function createWaitingMailsRepo(db: Database, { needsSecondFactor }: WaitingMailsOptions) {
  /** People with the right to decide who want mails, and got none since. A moderator's address must be verified. */
  async function due(since: number): Promise<User[]> {
    const rows = await db.read
      .selectFrom("users")
      .leftJoin("moderatorArea as area", "area.userId", "users.id")
      .leftJoin("waitingMail as mail", "mail.userId", "users.id")
      .leftJoin("secondFactor", "secondFactor.userId", "users.id")
      .select(["users.id", "users.email", "users.displayName", "users.role"])
      .select(["area.universityKey", "area.departmentKey"])
      .where("users.suspendedAt", "is", null)
      .where((eb) =>
        eb.or([
          eb("users.role", "=", "admin"),
          eb.and([eb("area.userId", "is not", null), eb("users.emailVerifiedAt", "is not", null)]),
        ]),
      )
      .where((eb) => eb.or([eb("mail.isOff", "is", null), eb("mail.isOff", "=", 0)]))
      .where((eb) => eb.or([eb("mail.mailedAt", "is", null), eb("mail.mailedAt", "<=", since)]))
      .$if(needsSecondFactor, (query) => query.where("secondFactor.confirmedAt", "is not", null))
      .orderBy("users.id")
      .limit(PEOPLE)
      .execute();
    const people = [...Map.groupBy(rows, ({ id }) => id).values()];
    const found = people.flatMap((own): (User & { areas: Area[] })[] => {
      const [first] = own;
      if (!first || parseEmail(first.email) !== first.email) return [];
      const { id, email, displayName, role } = first;
      const areas = own.flatMap(({ universityKey, departmentKey }): Area[] =>
        universityKey === null || departmentKey === null ? [] : [{ universityKey, departmentKey }],
      );
      return [{ id, email, displayName, photoURL: null, areas, role: role === "admin" ? role : "moderator" }];
    });
    return peopleWithMergedDepartments(db.read, found);
  }

  return {
    due,

    /** Counts the items and changes of this person's areas from before a time. @param before epoch milliseconds */
    async waiting(by: Allowed<"setStatus">, before: number): Promise<Waiting> {
      const counted = db.read.fn.countAll<number>().as("count");
      const [items, changes] = await Promise.all([
        db.read
          .selectFrom("resource")
          .select(counted)
          .where(pendingFor(by))
          .where("resource.createdAt", "<", before)
          .executeTakeFirstOrThrow(),
        db.read
          .selectFrom("change")
          .select(counted)
          .where("change.createdAt", "<", before)
          .where(aboutItemOf(by, "change.resourceId"))
          .executeTakeFirstOrThrow(),
      ]);
      return { items: Number(items.count), changes: Number(changes.count) };
    },

    /**
     * Notes that a person gets a mail now.
     * @param since the person must not have got a mail after this time, in epoch milliseconds
     * @param also runs in the same transaction
     * @returns false, without a note, if another process mailed them, or if they turned the mails off
     */
    mark: (
      userId: string,
      { at, since }: { at: number; since: number },
      also: (within: Query) => Promise<void>,
    ): Promise<boolean> =>
      db.transaction(async (trx) => {
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto("waitingMail")
          .values({ userId, isOff: 0, mailedAt: at })
          .onConflict((conflict) =>
            conflict
              .column("userId")
              .doUpdateSet({ mailedAt: at })
              .where("waitingMail.isOff", "=", 0)
              .where((eb) =>
                eb.or([eb("waitingMail.mailedAt", "is", null), eb("waitingMail.mailedAt", "<=", since)]),
              ),
          )
          .executeTakeFirst();
        if (!numInsertedOrUpdatedRows) return false;
        await also(trx);
        return true;
      }),

    async isOff(userId: string): Promise<boolean> {
      const row = db.read.selectFrom("waitingMail").select("isOff").where("userId", "=", userId);
      return (await row.executeTakeFirst())?.isOff === 1;
    },

    /** Turns the mails of a person off or on. The time of the last mail stays. */
    async setOff(by: Allowed<"setStatus">, isOff: boolean): Promise<void> {
      const off = isOff ? 1 : 0;
      await db.write
        .insertInto("waitingMail")
        .values({ userId: by.id, isOff: off, mailedAt: null })
        .onConflict((conflict) => conflict.column("userId").doUpdateSet({ isOff: off }))
        .execute();
    },
  };
}

export type WaitingMailsRepo = ReturnType<typeof createWaitingMailsRepo>;
