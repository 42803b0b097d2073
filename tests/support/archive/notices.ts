import type { NoticeEvent } from "../../../src/shared/notices.ts";
import type { TestArchive } from "../platform/archive.ts";
import { unique } from "./factories.ts";

/** The id of an account. */
export async function userIdOf({ db }: TestArchive, email: string): Promise<string> {
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

/** The token in the link that stops a person's mails about an event. The person needs a confirmed address. */
export async function unsubscribeToken(
  archive: TestArchive,
  notice: Parameters<typeof insertNotice>[1],
): Promise<string> {
  const mailing = `mail-${unique()}`;
  await insertNotice(archive, { ...notice, mailing });
  const planned = { userId: notice.userId, mailing, frequency: "atOnce" as const };
  const found = await archive.services.noticeMails.mail(planned);
  if (!found) throw new Error("There is nothing to mail.");
  return found.mail.params.token;
}
