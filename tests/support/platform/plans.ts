import { CompiledQuery, type KyselyPlugin } from "kysely";
import type { Database } from "../../../src/server/platform/db/schema/schema.ts";

/** Watches how SQLite finds what is asked of `db`; the items' table alone. */
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

    /** @returns the indexes, and by what of them, that the queries of `ask` go through; of SQLite's plans */
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
          // By its id: an item that was found.
          if (way !== undefined && !way.endsWith("(id=?)")) ways.add(way);
        }
      }
      return ways;
    },
  };
}
