import type { Actor } from "../../../shared/people/policy.ts";
import type { Database, Query, ResourceTable } from "../../platform/index.ts";
import { decidable } from "./resource-filter.repo.ts";

/** The expected values of an item. A missing property accepts any value. */
export type Expected = Partial<Pick<ResourceTable, "version" | "status" | "uploaderId">>;

interface Conditions extends Expected {
  /** The person who must be allowed to decide on the item; undefined for a contributor's own action. */
  by?: Actor;
}

/**
 * Locks an item until the transaction ends. Every writer locks the item first, then its change, then files,
 * so two writers never deadlock. The lock still lets people add answers to the item.
 * @returns the item, or undefined if it doesn't have the expected values
 */
export async function lockItem(
  trx: Query,
  engine: Database["engine"],
  id: string,
  expected: Conditions,
): Promise<Pick<ResourceTable, "kind" | "version" | "fileKey" | "parentId"> | undefined> {
  let item = trx
    .selectFrom("resource")
    .select(["kind", "version", "fileKey", "parentId"])
    .where("id", "=", id);
  if (engine === "postgres") item = item.forNoKeyUpdate();
  // PostgreSQL checks these conditions again after it gets the lock.
  if (expected.version !== undefined) item = item.where("version", "=", expected.version);
  if (expected.status !== undefined) item = item.where("status", "=", expected.status);
  if (expected.uploaderId !== undefined) item = item.where("uploaderId", "=", expected.uploaderId);
  if (expected.by) item = item.where(decidable(expected.by));
  return item.executeTakeFirst();
}
