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
  /** The lines of SQLite's plans for the queries of `ask`. */
  async function planOf(ask: () => Promise<unknown>): Promise<string[]> {
    asked = [];
    await ask();
    const lines: string[] = [];
    for (const { sql, parameters } of asked) {
      const plan = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
      const { rows } = await read.executeQuery<{ detail: string }>(plan);
      lines.push(...rows.map(({ detail }) => detail));
    }
    return lines;
  }
  return {
    db: {
      ...others,
      read: read.withPlugin(noted),
      transaction: (work) => others.transaction((trx) => work(trx.withPlugin(noted))),
    } satisfies Database,
    planOf,

    /**
     * @returns the indexes that the queries of `ask` use, with their conditions, from SQLite's query plans
     */
    async waysOf(ask: () => Promise<unknown>): Promise<Set<string>> {
      const ways = new Set<string>();
      for (const detail of await planOf(ask)) {
        const [, way] =
          /^(?:SEARCH|SCAN) resource\b(?: USING (?:COVERING )?INDEX)? ?(.*)$/.exec(detail) ?? [];
        // A look-up by id reads an item that another query found.
        if (way !== undefined && !way.endsWith("(id=?)")) ways.add(way);
      }
      return ways;
    },
  };
}
