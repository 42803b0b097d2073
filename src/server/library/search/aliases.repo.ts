import type { Allowed } from "../../../shared/people/authorize.ts";
import type { AliasAction } from "../../../shared/moderating/audit.ts";
import {
  type Act,
  type Database,
  insertActAudit,
  type Query,
  type SearchAliasTable,
} from "../../platform/index.ts";

const LIST_LIMIT = 2_000;

/** SQL for the short names of courses. */
export function createAliasesRepo(db: Database) {
  return {
    list: (_by: Allowed<"manageAliases">): Promise<SearchAliasTable[]> =>
      db.read
        .selectFrom("searchAlias")
        .selectAll()
        .orderBy("alias")
        .orderBy("phrase")
        .limit(LIST_LIMIT)
        .execute(),

    /** @returns false if the short name already exists */
    add: (alias: SearchAliasTable, act: Act<"manageAliases">): Promise<boolean> =>
      db.transaction(async (trx) => {
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto("searchAlias")
          .values(alias)
          .onConflict((conflict) => conflict.columns(["alias", "phrase"]).doNothing())
          .executeTakeFirst();
        if (!numInsertedOrUpdatedRows) return false;
        await insertAliasAudit(trx, "addAlias", alias, act);
        return true;
      }),

    /** @returns false if there is no such short name */
    remove: (alias: SearchAliasTable, act: Act<"manageAliases">): Promise<boolean> =>
      db.transaction(async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom("searchAlias")
          .where("alias", "=", alias.alias)
          .where("phrase", "=", alias.phrase)
          .executeTakeFirst();
        if (numDeletedRows === 0n) return false;
        await insertAliasAudit(trx, "removeAlias", alias, act);
        return true;
      }),
  };
}

export type AliasesRepo = ReturnType<typeof createAliasesRepo>;

const insertAliasAudit = (
  trx: Query,
  action: AliasAction,
  { alias, phrase }: SearchAliasTable,
  act: Act,
): Promise<void> => insertActAudit(trx, action, { alias, phrase }, act);
