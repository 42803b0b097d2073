import { setImmediate as rest } from "node:timers/promises";
import type { Allowed } from "../../../shared/people/authorize.ts";
import type { CopyProblem, CopyState } from "../../../shared/files/drive-copy.ts";
import type { Database, DriveCopyTable, Query } from "../../platform/index.ts";
import { resourceRows, type ResourceRow } from "../items/resource-rows.repo.ts";
import { copyStates, driveItems, itemsWithoutCopy, type Part, usedSpace } from "./copied-items.repo.ts";
import { COPY_DRIVE_FILE } from "./plan-copy.repo.ts";

/** The numbers of copies. */
export interface CopyCounts {
  waiting: number;
  running: number;
  copied: number;
  /** Items with a Drive link for which no copy was planned. */
  unplanned: number;
  /** Failed items by reason, the most frequent first. */
  failed: { problem: CopyProblem; count: number }[];
  /** The size of all copies together, in bytes. */
  used: number;
}

export interface FailedCopy extends ResourceRow {
  problem: CopyProblem;
}

/** How many rows are counted at once, before other requests have their turn. */
const PART = 2_000;

/** The SQL for what people see of copies. */
export function createCopyProgressRepo(db: Database) {
  const states = () => copyStates(db.read);

  return {
    /** The state of the copy of an item's present link. */
    async stateOf(itemId: string): Promise<Pick<DriveCopyTable, "state" | "problem"> | undefined> {
      return states()
        .where("driveCopy.itemId", "=", itemId)
        .select(["driveCopy.state", "driveCopy.problem"])
        .executeTakeFirst();
    },

    async counts(_by: Allowed<"manageDriveCopies">): Promise<CopyCounts> {
      const [found, unplanned, running, used] = await Promise.all([
        countStates(db.read),
        countUnplanned(db.read),
        count(
          db.read
            .selectFrom("job")
            .where("kind", "=", COPY_DRIVE_FILE)
            .where("state", "=", "running")
            .select((eb) => eb.fn.countAll<number>().as("count")),
        ),
        usedSpace(db.read),
      ]);
      const of = (state: CopyState["state"]) => found.get(state) ?? new Map<CopyProblem | null, number>();
      const total = (state: CopyState["state"]) =>
        of(state)
          .values()
          .reduce((sum, one) => sum + one, 0);
      const failed = [...of("failed")].flatMap(([problem, number]) =>
        problem === null ? [] : [{ problem, count: number }],
      );
      failed.sort((a, b) => b.count - a.count || (a.problem < b.problem ? -1 : 1));
      return {
        waiting: Math.max(0, total("waiting") - running),
        running,
        copied: total("copied"),
        unplanned,
        failed,
        used,
      };
    },

    /**
     * Items whose copy failed, the newest failure first.
     * @param problem only failures with this reason; undefined lists all
     */
    async listFailed(
      _by: Allowed<"manageDriveCopies">,
      problem: CopyProblem | undefined,
      limit: number,
    ): Promise<FailedCopy[]> {
      const rows = await states()
        .where("driveCopy.state", "=", "failed")
        .where("driveCopy.problem", "is not", null)
        .$if(problem !== undefined, (query) => query.where("driveCopy.problem", "=", problem as CopyProblem))
        .select(["driveCopy.itemId", "driveCopy.problem"])
        .orderBy("driveCopy.updatedAt", "desc")
        .orderBy("driveCopy.itemId", "desc")
        .limit(limit)
        .execute();
      if (rows.length === 0) return [];
      const ids = rows.map(({ itemId }) => itemId);
      const items = await resourceRows(db.read).where("resource.id", "in", ids).execute();
      const byId = new Map(items.map((item) => [item.id, item]));
      return rows.flatMap(({ itemId, problem: reason }) => {
        const item = byId.get(itemId);
        return item ? [{ ...item, problem: reason as CopyProblem }] : [];
      });
    },
  };
}

export type CopyProgressRepo = ReturnType<typeof createCopyProgressRepo>;

async function count(query: { executeTakeFirstOrThrow: () => Promise<{ count: number | string }> }) {
  return Number((await query.executeTakeFirstOrThrow()).count);
}

/** Counts copies by state and problem. */
async function countStates(db: Query): Promise<Map<CopyState["state"], Map<CopyProblem | null, number>>> {
  const found = new Map<CopyState["state"], Map<CopyProblem | null, number>>();
  const ids = db.selectFrom("driveCopy").select("itemId as id").orderBy("itemId");
  for await (const part of parts((after) => ids.where("itemId", ">", after))) {
    const rows = await copyStates(db, part)
      .groupBy(["driveCopy.state", "driveCopy.problem"])
      .select((eb) => ["driveCopy.state", "driveCopy.problem", eb.fn.countAll<number>().as("count")])
      .execute();
    for (const { state, problem, count: number } of rows) {
      const counts = found.get(state) ?? new Map<CopyProblem | null, number>();
      found.set(state, counts.set(problem, (counts.get(problem) ?? 0) + Number(number)));
    }
  }
  return found;
}

/** Counts the items that need a copy and have no plan. */
async function countUnplanned(db: Query): Promise<number> {
  let total = 0;
  const ids = driveItems(db).select("resource.id").orderBy("resource.id");
  for await (const part of parts((after) => ids.where("resource.id", ">", after))) {
    const items = itemsWithoutCopy(db).where("driveCopy.itemId", "is", null);
    total += await count(
      items
        .where("resource.id", ">", part.after)
        .$if(part.to !== undefined, (query) => query.where("resource.id", "<=", part.to as string))
        .select((eb) => eb.fn.countAll<number>().as("count")),
    );
  }
  return total;
}

/** The rows of a query in parts. @param idsAfter the sorted ids that follow an id */
async function* parts(
  idsAfter: (after: string) => Pages<{ id: string }>,
): AsyncGenerator<Part & { to: string | undefined }> {
  let after: string | undefined = "";
  while (after !== undefined) {
    const last = await idsAfter(after)
      .limit(1)
      .offset(PART - 1)
      .executeTakeFirst();
    yield { after, to: last?.id, count: PART };
    after = last?.id;
    await rest();
  }
}

/** The part of Kysely's query builder that both queries share. */
interface Pages<Row> {
  limit(count: number): Pages<Row>;
  offset(count: number): Pages<Row>;
  executeTakeFirst(): Promise<Row | undefined>;
}
