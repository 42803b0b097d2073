import { sql, type SqlBool } from "kysely";
import { UNDO_WINDOW } from "../../../shared/people/notices.ts";
import type { Query } from "../../platform/index.ts";
import {
  checkedOnly,
  examFacets,
  visible,
  type NewsSource,
  type NewsWindow,
  type NoticeRow,
} from "../../library/index.ts";

/**
 * The visible papers and answers of the courses that a person follows, published since the person follows them,
 * except the person's own. Each has one row, also if several of the person's courses were merged.
 */
export function newsOf(db: Query, userId: string) {
  const own = db.selectFrom("courseFollow as follow").where("follow.userId", "=", userId);
  const courses = own
    .select(["follow.universityKey", "follow.codeNorm", "follow.createdAt"])
    .union(
      own
        .innerJoin("courseMerge as gone", (join) =>
          join
            .onRef("gone.universityKey", "=", "follow.universityKey")
            .onRef("gone.shownCodeNorm", "=", "follow.codeNorm"),
        )
        .select(["follow.universityKey", "gone.codeNorm", "follow.createdAt"]),
    );
  return db
    .selectFrom(courses.as("course"))
    .innerJoin("courseNews as news", (join) =>
      join
        .onRef("news.universityKey", "=", "course.universityKey")
        .onRef("news.codeNorm", "=", "course.codeNorm")
        .onRef("news.publishedAt", ">", "course.createdAt"),
    )
    .innerJoin("resource", "resource.id", "news.itemId")
    .where(sql<SqlBool>`(resource."uploaderId" is null or resource."uploaderId" <> ${userId})`)
    .where(checkedOnly(visible(undefined)))
    .groupBy(["news.itemId", "news.publishedAt"])
    .select(["news.itemId", "news.publishedAt"]);
}

/** A mail names this many news. The dashboard shows the newest ones. */
const MAX_IN_MAIL = 100;

const inWindow = (db: Query, userId: string, { after, until }: NewsWindow) =>
  newsOf(db, userId).where("news.publishedAt", ">", after).where("news.publishedAt", "<=", until);

/** The news of followed courses for the daily mail (notices/notice-mails.repo.ts). */
export const followedNews: NewsSource = {
  has: async (db, userId, window) =>
    (await inWindow(db, userId, window).limit(1).executeTakeFirst()) !== undefined,

  async people(wanting, { after, until }, most) {
    const rows = await wanting
      .where(
        sql<SqlBool>`exists (select 1 from "courseFollow" as follow
          join "courseNews" as news on news."universityKey" = follow."universityKey"
            and (news."codeNorm" = follow."codeNorm" or news."codeNorm" in (select gone."codeNorm"
              from "courseMerge" as gone where gone."universityKey" = follow."universityKey"
                and gone."shownCodeNorm" = follow."codeNorm"))
          join resource on resource.id = news."itemId"
          where follow."userId" = "noticeSetting"."userId" and news."publishedAt" > follow."createdAt"
            and news."publishedAt" > ${after} and news."publishedAt" <= ${until}
            and news."publishedAt" > "noticeSetting"."updatedAt"
            and news."publishedAt" > coalesce("noticeMailing"."dailyAt", 0) - ${UNDO_WINDOW}
            and (resource."uploaderId" is null or resource."uploaderId" <> follow."userId")
            and ${checkedOnly(visible(undefined))})`,
      )
      // A planned person is found again only tomorrow, so the next step continues after them.
      .orderBy("noticeSetting.userId")
      .limit(most)
      .execute();
    return rows.map(({ userId }) => userId);
  },

  async rows(db, userId, window): Promise<NoticeRow[]> {
    const news = inWindow(db, userId, window)
      .orderBy("news.publishedAt")
      .orderBy("news.itemId")
      .limit(MAX_IN_MAIL);
    const rows = await db
      .selectFrom(news.as("news"))
      .innerJoin("resource", "resource.id", "news.itemId")
      .leftJoin("resource as parent", "parent.id", "resource.parentId")
      .select((eb) => [
        "news.itemId",
        "news.publishedAt as visibleAt",
        "resource.kind",
        "resource.title",
        "resource.parentId",
        "resource.status",
        "resource.returned",
        "resource.removedFrom",
        "resource.uploaderId",
        eb.fn.coalesce("parent.code", "resource.code").as("code"),
        eb.fn.coalesce("parent.subject", "resource.subject").as("subject"),
        eb.fn.coalesce("parent.year", "resource.year").as("year"),
        ...examFacets.map((name) =>
          eb.fn.coalesce(`parent.${name}` as const, `resource.${name}` as const).as(name),
        ),
      ])
      .orderBy("news.publishedAt")
      .orderBy("news.itemId")
      .execute();
    return rows.map((row) => ({ ...row, id: row.itemId, event: "followed", details: "{}", readAt: null }));
  },
};
