import { CompiledQuery, type KyselyPlugin } from "kysely";
import type { Database } from "../../../src/server/platform/db/schema/schema.ts";

/** Records how SQLite finds rows for the queries of `db`, only for the table of items. */
export function watchPlans({ read, ...others }: Database) {
  let asked: CompiledQuery[] = [];
  const noted: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      asked.push(read.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    db: { ...others, read: read.withPlugin(noted) } satisfies Database,

    /**
     * @returns the indexes that the queries of `ask` use, with their conditions, from SQLite's query plans
     */
    async waysOf(ask: () => Promise<unknown>): Promise<Set<string>> {
      asked = [];
      await ask();
      const ways = new Set<string>();
      for (const { sql, parameters } of asked) {
        const plan = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
        const { rows } = await read.executeQuery<{ detail: string }>(plan);
        for (const { detail } of rows) {
          const [, way] =
            /^(?:SEARCH|SCAN) resource\b(?: USING (?:COVERING )?INDEX)? ?(.*)$/.exec(detail) ?? [];
          // A look-up by id reads an item that another query found.
          if (way !== undefined && !way.endsWith("(id=?)")) ways.add(way);
        }
      }
      return ways;
    },
  };
}
