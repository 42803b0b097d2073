import type { NoticeEvent } from "../../../src/shared/people/notices.ts";
import type { TestArchive } from "../platform/archive.ts";
import { insertItem, insertPerson, unique } from "./factories.ts";

/** The id of an account. */
async function userIdOf({ db }: TestArchive, email: string): Promise<string> {
  const users = db.write.selectFrom("users").select("id").where("email", "=", email);
  return (await users.executeTakeFirstOrThrow()).id;
}

/** Inserts a notice that its person sees at once. @returns its id */
export async function insertNotice(
  { db }: TestArchive,
  notice: {
    userId: string;
    itemId: string;
    event?: NoticeEvent;
    reason?: string;
    returned?: boolean;
    at?: number;
    /** The mail that tells about the notice; null while this is open. */
    mailing?: string | null;
  },
): Promise<string> {
  const { userId, itemId, event = "approved", reason, returned, at = unique(), mailing = null } = notice;
  const id = `notice-${unique()}`;
  const row = { id, userId, itemId, event, source: id, decisionId: null, mailing, readAt: null };
  const details = JSON.stringify({ reason, returned });
  await db.write
    .insertInto("notice")
    .values({ ...row, details, createdAt: at, visibleAt: at })
    .execute();
  return id;
}

/** Inserts a person who gets mails. @returns their email and id */
export async function insertConfirmedPerson(archive: TestArchive): Promise<{ email: string; id: string }> {
  const email = await insertPerson(archive);
  await archive.db.write
    .updateTable("users")
    .set({ emailVerifiedAt: 1 })
    .where("email", "=", email)
    .execute();
  return { email, id: await userIdOf(archive, email) };
}

/** The token in the link that stops the mails to a person about one event. */
export async function unsubscribeToken(
  archive: TestArchive,
  { id }: { id: string },
  event: NoticeEvent,
): Promise<string> {
  const mailing = `mail-${unique()}`;
  await insertNotice(archive, { userId: id, itemId: await insertItem(archive, "note"), event, mailing });
  const found = await archive.services.noticeMails.mail({ userId: id, mailing, frequency: "atOnce" });
  if (!found) throw new Error("There is nothing to mail.");
  return found.mail.params.token;
}
