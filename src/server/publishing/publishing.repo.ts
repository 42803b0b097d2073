import type { Database, ResourceTable } from "../db/schema.ts";
import { visible } from "../resources/resource-filter.repo.ts";

/** What an address of an item needs. */
export type Listed = Pick<ResourceTable, "id" | "kind" | "updatedAt">;

export function createPublishingRepo(db: Database) {
  /** What everybody sees and has a page of its own; answers stand below their question. */
  const published = () =>
    db.read.selectFrom("resource").where("parentId", "is", null).where(visible(undefined));

  return {
    async count(): Promise<number> {
      const { count } = await published()
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return count;
    },

    /** In an order that new items don't change but at the end. */
    list: (size: number, offset: number): Promise<Listed[]> =>
      published().select(["id", "kind", "updatedAt"]).orderBy("id").limit(size).offset(offset).execute(),
  };
}

export type PublishingRepo = ReturnType<typeof createPublishingRepo>;
