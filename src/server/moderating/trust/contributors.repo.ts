import { sql, type SqlBool } from "kysely";
import type { Allowed } from "../../../shared/people/authorize.ts";
import type { AuditAction } from "../../../shared/moderating/audit.ts";
import { kinds } from "../../../shared/kinds/index.ts";
import { qualifies, type TrustFacts } from "../../../shared/moderating/trust-settings.ts";
import {
  type Act,
  type Database,
  insertAudit,
  listOf,
  lockUser,
  newId,
  type Query,
} from "../../platform/index.ts";
import { isNotUndone } from "../../library/index.ts";
import { readTrustSettings } from "./settings.repo.ts";

export interface Contributor {
  id: string;
  email: string;
  displayName: string;
}

export interface TrustedContributor extends Contributor {
  grantedAt: number;
  suspendedAt: number | null;
  /** The item whose decision suspended the trust, if it still exists. */
  suspendedBy: { id: string; title: string } | undefined;
}

export type TrustOutcome = "changed" | "unchanged" | "notQualified" | "self";

/** How many trusted contributors, and how many candidates, the page shows. */
const LIMIT = 200;

/** The kinds whose items wait for a decision. */
const decidedKinds = kinds.filter(({ moderation }) => moderation === "before").map(({ name }) => name);

/** SQL for the admins' choice of trusted contributors. */
export function createContributorsRepo(db: Database) {
  return {
    /** The people who have the trust, or had it until it was suspended, ordered by email. */
    async trusted(_by: Allowed<"manageTrust">): Promise<TrustedContributor[]> {
      const rows = await db.read
        .selectFrom("trustedContributor as trust")
        .innerJoin("users", "users.id", "trust.userId")
        .leftJoin("resource", "resource.id", "trust.suspendedItemId")
        .select(["users.id", "users.email", "users.displayName", "trust.grantedAt", "trust.suspendedAt"])
        .select(["resource.id as itemId", "resource.title as itemTitle"])
        .orderBy("users.email")
        .limit(LIMIT)
        .execute();
      return rows.map(({ itemId, itemTitle, ...row }) => {
        return { ...row, suspendedBy: itemId ? { id: itemId, title: itemTitle ?? "" } : undefined };
      });
    },

    /** The people without trust who have the most approved items, if they have as many as the rules want. */
    async candidates(_by: Allowed<"manageTrust">, items: number): Promise<Contributor[]> {
      const counted = db.read
        .selectFrom("resource")
        .where("status", "=", "Approved")
        .where("kind", "in", decidedKinds)
        .where("uploaderId", "is not", null)
        .groupBy("uploaderId")
        .having((eb) => eb.fn.countAll(), ">=", Math.max(1, items))
        .select((eb) => ["uploaderId", eb.fn.countAll<number>().as("count")]);
      return db.read
        .selectFrom(counted.as("counted"))
        .innerJoin("users", "users.id", "counted.uploaderId")
        .leftJoin("trustedContributor as trust", "trust.userId", "users.id")
        .where("users.suspendedAt", "is", null)
        .where("trust.userId", "is", null)
        .select(["users.id", "users.email", "users.displayName"])
        .orderBy("counted.count", "desc")
        .orderBy("users.email")
        .limit(LIMIT)
        .execute();
    },

    /** The facts about these people's last items by their ids. */
    facts: (_by: Allowed<"manageTrust">, ids: readonly string[], items: number) =>
      factsOf(db.read, db.engine, ids, items),

    /** Trusts a contributor, or trusts them again after a suspension. Nobody trusts themselves. */
    grant: (id: string, act: Act<"manageTrust">): Promise<TrustOutcome> =>
      db.transaction(async (trx) => {
        if (id === act.by.id) return "self";
        const person = await lockUser(trx, db.engine, id);
        const settings = await readTrustSettings(trx);
        if (!person || person.suspendedAt !== null) return "notQualified";
        const old = trx.selectFrom("trustedContributor").select("suspendedAt").where("userId", "=", id);
        if ((await old.executeTakeFirst())?.suspendedAt === null) return "unchanged";
        const facts = (await factsOf(trx, db.engine, [id], settings.items)).get(id) ?? NO_FACTS;
        if (!qualifies(facts, settings)) return "notQualified";
        const row = { grantedAt: act.at, suspendedAt: null, suspendedItemId: null };
        await trx
          .insertInto("trustedContributor")
          .values({ userId: id, ...row })
          .onConflict((conflict) => conflict.column("userId").doUpdateSet(row))
          .execute();
        await note(trx, act, { id, email: person.email, action: "trustContributor", details: facts });
        return "changed";
      }),

    /** Ends the trust in a contributor. */
    end: (id: string, act: Act<"manageTrust">): Promise<TrustOutcome> =>
      db.transaction(async (trx) => {
        const person = await lockUser(trx, db.engine, id);
        const { numDeletedRows } = await trx
          .deleteFrom("trustedContributor")
          .where("userId", "=", id)
          .executeTakeFirst();
        if (!person || numDeletedRows === 0n) return "unchanged";
        await note(trx, act, { id, email: person.email, action: "endTrust", details: {} });
        return "changed";
      }),
  };
}

const NO_FACTS: TrustFacts = { decided: 0, unchanged: 0 };

interface Noted {
  id: string;
  email: string;
  action: AuditAction;
  details: object;
}

const note = (trx: Query, { by, at }: Act, { id, email, action, details }: Noted) =>
  insertAudit(trx, {
    id: newId(at),
    at,
    actorId: by.id,
    actorEmail: by.email,
    targetId: id,
    targetEmail: email,
    action,
    details: JSON.stringify(details),
  });

/**
 * The facts about people's last items on which a moderator has decided. An item that trust published counts when a
 * moderator has checked it. It is unchanged if another person approved or checked it, and nobody else edited, rejected
 * or removed it. Decisions that were undone don't count.
 */
async function factsOf(
  trx: Query,
  engine: Database["engine"],
  ids: readonly string[],
  items: number,
): Promise<Map<string, TrustFacts>> {
  if (ids.length === 0) return new Map();
  const entry = (condition: ReturnType<typeof sql<SqlBool>>) =>
    sql<SqlBool>`exists (select 1 from audit where audit."targetId" = item.id and ${condition}
      and ${isNotUndone(engine, "audit")} and (audit."actorId" is null or audit."actorId" <> item."uploaderId"))`;
  const approved = entry(sql`audit.action in ('setStatus', 'checkItem') and audit.details like ${APPROVED}`);
  const changed = entry(sql`(audit.action in ('editItem', 'removeItem', 'acceptTakedown')
    or (audit.action = 'setStatus' and audit.details like ${CANCELLED}))`);
  const { rows } = await sql<{ uploaderId: string; decided: number; unchanged: number }>`
    select "uploaderId", count(*) as decided,
      sum(case when status = 'Approved' and ${approved} and not ${changed} then 1 else 0 end) as unchanged
    from (select resource.id, resource."uploaderId", resource.status, row_number() over
        (partition by resource."uploaderId" order by resource."createdAt" desc, resource.id desc) as place
      from resource
      where resource."uploaderId" in ${listOf(engine, ids)} and resource.kind in (${sql.join(decidedKinds)})
        and resource.status <> 'Pending'
        and not exists (select 1 from "trustedItem" where "trustedItem"."resourceId" = resource.id
          and "trustedItem"."checkedAt" is null and resource.status = 'Approved')) as item
    where place <= ${items} group by "uploaderId"`.execute(trx);
  return new Map(
    rows.map(({ uploaderId, decided, unchanged }) => [
      uploaderId,
      { decided: Number(decided), unchanged: Number(unchanged) },
    ]),
  );
}

/** Patterns for the new status in the JSON of an entry. The JSON of a title can't match, because it has \". */
const APPROVED = '%"status":"Approved"%';
const CANCELLED = '%"status":"Cancelled"%';

export type ContributorsRepo = ReturnType<typeof createContributorsRepo>;
