import { standaloneKinds } from "../../../shared/kinds/index.ts";
import type { Database, ResourceTable } from "../../platform/index.ts";
import { visible } from "../items/resource-filter.repo.ts";
import { storedTotal, seekPage } from "../items/totals.repo.ts";

/** The data for a sitemap entry. */
export type Listed = Pick<ResourceTable, "id" | "kind" | "updatedAt">;

/** The kinds whose items have their own pages. Answers are shown on the page of their question. */
const KINDS = standaloneKinds.map(({ name }) => name);

export function createPublishingRepo(db: Database) {
  return {
    async count(): Promise<number> {
      const counts = await Promise.all(KINDS.map((kind) => storedTotal(db.read, { kind }, ["Approved"])));
      return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
    },

    /**
     * Items, oldest first. New items are added only at the end of this order.
     * @param offset the number of items to skip
     */
    async list(size: number, offset: number): Promise<Listed[]> {
      const from = await seekPage(db.read, KINDS, ["Approved"], { offset, first: "oldest" });
      // An index is enough to find the ids, so the query doesn't read the skipped rows.
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
