import { standaloneKinds } from "../../../shared/kinds/index.ts";
import type { Database, ResourceTable } from "../../platform/index.ts";
import { visible } from "../items/resource-filter.repo.ts";
import { storedTotal, seekPage } from "../items/totals.repo.ts";

/** The parts of an item's address. */
export type Listed = Pick<ResourceTable, "id" | "kind" | "updatedAt">;

/** Public items with a page of their own; answers stand below their question. */
const KINDS = standaloneKinds.map(({ name }) => name);

export function createPublishingRepo(db: Database) {
  return {
    async count(): Promise<number> {
      const counts = await Promise.all(KINDS.map((kind) => storedTotal(db.read, { kind }, ["Approved"])));
      return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
    },

    /** In an order that new items don't change but at the end. @param offset items to pass over */
    async list(size: number, offset: number): Promise<Listed[]> {
      const from = await seekPage(db.read, KINDS, ["Approved"], { offset, first: "oldest" });
      // Found in an index alone, so that what is passed over is not read.
      const ids = db.read
        .selectFrom("resource")
        .select("resource.id")
        .where("resource.parentId", "is", null)
        .where(visible(undefined))
        .where("resource.createdAt", ">=", from.edge)
        .orderBy("resource.createdAt")
        .orderBy("resource.id")
        .limit(size)
        .offset(from.offset);
      return db.read
        .selectFrom("resource")
        .select(["id", "kind", "updatedAt"])
        .where("id", "in", ids)
        .orderBy("createdAt")
        .orderBy("id")
        .execute();
    },
  };
}

export type PublishingRepo = ReturnType<typeof createPublishingRepo>;
