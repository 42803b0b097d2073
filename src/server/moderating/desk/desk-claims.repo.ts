import { sql, type SqlBool } from "kysely";
import type { Allowed } from "../../../shared/people/authorize.ts";
import { MAX_CLAIMS } from "../../../shared/moderating/desk.ts";
import { type Database, type DeskClaimTable, listOf, type Query } from "../../platform/index.ts";

/** A valid claim, with the name of the person who has it. */
export interface FoundClaim extends DeskClaimTable {
  name: string;
}

/** All SQL for claims: the leases of moderators who look at items. */
export function createDeskClaimsRepo(db: Database) {
  /** Ends the claims of a person who has too many, but never the newest one. */
  async function endOldest(userId: string, newest: string): Promise<void> {
    const others = db.read
      .selectFrom("deskClaim")
      .select("itemId")
      .where("userId", "=", userId)
      .where("itemId", "!=", newest)
      .orderBy("until", "desc")
      .limit(MAX_CLAIMS)
      .offset(MAX_CLAIMS - 1);
    const ended = (await others.execute()).map(({ itemId }) => itemId);
    if (ended.length === 0) return;
    await db.write
      .deleteFrom("deskClaim")
      .where("itemId", "in", ended)
      .where("userId", "=", userId)
      .execute();
  }

  return {
    /**
     * Claims an item, or renews the claim, unless another person has a valid one.
     * @param options.now epoch milliseconds
     * @param options.until when the claim ends, in epoch milliseconds
     * @param options.onlyWaiting fails for an item that no longer waits for a decision. A decision that is being made is awaited,
     * so that nobody gets an item that was decided a moment ago
     * @returns whether the person has the claim now
     */
    async claim(
      itemId: string,
      by: Allowed<"decide"> | Allowed<"setStatus">,
      { now, until, onlyWaiting = false }: { now: number; until: number; onlyWaiting?: boolean },
    ): Promise<boolean> {
      const waits = onlyWaiting
        ? sql`and (resource.status = 'Pending' or exists (select 1 from change where change."resourceId" = resource.id))
          ${db.engine === "postgres" ? sql`for share of resource` : sql``}`
        : sql``;
      const { rows } = await sql<{ itemId: string }>`insert into "deskClaim" ("itemId", "userId", until)
        select resource.id, ${by.id}, ${until} from resource where resource.id = ${itemId} ${waits}
        on conflict ("itemId") do update set "userId" = excluded."userId", until = excluded.until
        where "deskClaim"."userId" = excluded."userId" or "deskClaim".until <= ${now}
        returning "itemId"`.execute(db.write);
      if (rows.length > 0) await endOldest(by.id, itemId);
      return rows.length > 0;
    },

    /** Gives an item back. @returns false if the person did not have it */
    async release(itemId: string, userId: string): Promise<boolean> {
      const claim = db.write
        .deleteFrom("deskClaim")
        .where("itemId", "=", itemId)
        .where("userId", "=", userId);
      return (await claim.executeTakeFirst()).numDeletedRows > 0n;
    },

    /** The valid claims of these items, by item. */
    holders: (ids: readonly string[], now: number) => holdersOf(db.read, db.engine, ids, now),

    /** Removes claims that ended. */
    async sweep(now: number): Promise<void> {
      await db.write.deleteFrom("deskClaim").where("until", "<=", now).execute();
    },
  };
}

export type DeskClaimsRepo = ReturnType<typeof createDeskClaimsRepo>;

/** The valid claims of these items, by item. */
export async function holdersOf(
  db: Query,
  engine: Database["engine"],
  ids: readonly string[],
  now: number,
): Promise<Map<string, FoundClaim>> {
  const claims = await db
    .selectFrom("deskClaim")
    .innerJoin("users", "users.id", "deskClaim.userId")
    .selectAll("deskClaim")
    .select("users.displayName as name")
    .where(sql<SqlBool>`"deskClaim"."itemId" in ${listOf(engine, ids)}`)
    .where("deskClaim.until", ">", now)
    .execute();
  return new Map(claims.map((claim) => [claim.itemId, claim]));
}
