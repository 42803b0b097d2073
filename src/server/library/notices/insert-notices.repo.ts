import { type NoticeDetails, type NoticeEvent, UNDO_WINDOW } from "../../../shared/people/notices.ts";
import { type Act, newId, type Query } from "../../platform/index.ts";

// Other code of the archive calls these two functions inside its own transaction:
//   insertNotices(trx, { by, at }, notices)      tells people about an event
//   retractNotices(trx, { by, at }, decisionId)  withdraws the notices of an undone decision
// A decision is the id of its entry in the audit trail. `setStatus` (items/set-status.repo.ts) calls the first, and
// the undo of the desk (desk/desk-apply.repo.ts) the second.

/** One notice for one person. */
export interface NewNotice extends NoticeDetails {
  /** The account to tell; nobody is told if it is null. */
  userId: string | null;
  event: NoticeEvent;
  itemId: string;
  /** The entry of the audit trail. With it, the notice waits for the undo window. */
  decisionId?: string | undefined;
  /** The cause that the person is told about only once, such as an answer. The default is the decision. */
  source?: string | undefined;
}

/** The acting person, who gets no notice of their own action, and the time in epoch milliseconds. */
export interface NoticeAct {
  by: Pick<Act["by"], "id">;
  at: number;
}

/**
 * Stores notices in the transaction of their event. A person gets one notice of an event and a source, also if
 * the transaction is repeated.
 */
export async function insertNotices(trx: Query, { by, at }: NoticeAct, notices: NewNotice[]): Promise<void> {
  const rows = notices.flatMap(({ userId, event, itemId, decisionId, source = decisionId, ...details }) =>
    userId === null || userId === by.id || source === undefined
      ? []
      : [
          {
            id: newId(at),
            userId,
            event,
            source,
            itemId,
            decisionId: decisionId ?? null,
            details: JSON.stringify(details),
            createdAt: at,
            visibleAt: decisionId === undefined ? at : at + UNDO_WINDOW,
            readAt: null,
            mailing: null,
          },
        ],
  );
  if (rows.length === 0) return;
  await trx
    .insertInto("notice")
    .values(rows)
    .onConflict((conflict) => conflict.columns(["userId", "event", "source"]).doNothing())
    .execute();
}

/**
 * Withdraws the notices of a decision in the transaction that undoes it. Notices that nobody could see yet
 * vanish. A contributor who may have seen the decision gets a notice of the undo.
 */
export async function retractNotices(trx: Query, act: NoticeAct, decisionId: string): Promise<void> {
  await trx
    .deleteFrom("notice")
    .where("decisionId", "=", decisionId)
    .where("visibleAt", ">", act.at)
    // A server whose clock is ahead may have shown or mailed the notice.
    .where("readAt", "is", null)
    .where("mailing", "is", null)
    .execute();
  const seen = await trx
    .selectFrom("notice")
    .select(["userId", "itemId"])
    .where("decisionId", "=", decisionId)
    .where("event", "!=", "answered")
    .execute();
  const undone = seen.map((one): NewNotice => ({ ...one, event: "undone", source: decisionId }));
  await insertNotices(trx, act, undone);
}

/** Tells the contributor of an item. */
export async function notifyContributor(
  trx: Query,
  act: NoticeAct,
  notice: Omit<NewNotice, "userId">,
): Promise<void> {
  const item = await trx
    .selectFrom("resource")
    .select("uploaderId")
    .where("id", "=", notice.itemId)
    .executeTakeFirst();
  await insertNotices(trx, act, [{ ...notice, userId: item?.uploaderId ?? null }]);
}

/** Tells the person whose question has a new answer, unless the person answered it. */
export async function notifyRequester(
  trx: Query,
  act: NoticeAct,
  { itemId, decisionId }: Pick<NewNotice, "itemId" | "decisionId">,
): Promise<void> {
  const answer = await trx
    .selectFrom("resource as answer")
    .innerJoin("resource as question", "question.id", "answer.parentId")
    .select(["answer.uploaderId", "question.uploaderId as userId"])
    .where("answer.id", "=", itemId)
    .executeTakeFirst();
  if (!answer || answer.userId === answer.uploaderId) return;
  const { userId } = answer;
  await insertNotices(trx, act, [{ itemId, userId, event: "answered", decisionId, source: itemId }]);
}

/** The pattern of `granted` in the JSON of a notice. The JSON of a text can't match, because it has \". */
const GRANTED = '%"granted":true%';

/** Withdraws the notice of the newest removal of an item, which is being restored. A refused request removed nothing. */
export async function retractRemoval(trx: Query, act: NoticeAct, itemId: string): Promise<void> {
  const removal = await trx
    .selectFrom("notice")
    .select("decisionId")
    .where("itemId", "=", itemId)
    .where((eb) =>
      eb.or([
        eb("event", "=", "removed"),
        eb.and([eb("event", "=", "request"), eb("details", "like", GRANTED)]),
      ]),
    )
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (removal?.decisionId) await retractNotices(trx, act, removal.decisionId);
}

/** Deletes what a person was told and how they want to be told. */
export async function deleteNotices(trx: Query, userId: string): Promise<void> {
  // The planning of mails locks this row first, so it must be deleted first.
  await trx.deleteFrom("noticeMailing").where("userId", "=", userId).execute();
  await trx.deleteFrom("noticeSetting").where("userId", "=", userId).execute();
  await trx.deleteFrom("notice").where("userId", "=", userId).execute();
}
