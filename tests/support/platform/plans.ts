import { CompiledQuery, type KyselyPlugin, sql as raw } from "kysely";
import type { Database } from "../../../src/server/platform/db/schema/schema.ts";

/** A step of PostgreSQL's `explain (analyze, format json)`. */
interface Step {
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Join Filter"?: number;
  Plans?: Step[];
}

/** Records how an engine finds rows for the queries of `db`; `planOf` and `waysOf` are for SQLite, `rowsOf` is for PostgreSQL. */
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
     * @returns how many rows all steps of PostgreSQL's plans for the queries of `ask` read, with the plan for any parameters that a
     * prepared statement has after a few calls
     */
    async rowsOf(ask: () => Promise<unknown>): Promise<number> {
      asked = [];
      await ask();
      const queries = asked;
      return await read.connection().execute(async (connection) => {
        await raw`set plan_cache_mode = force_generic_plan`.execute(connection);
        let rows = 0;
        for (const { sql, parameters } of queries) {
          await connection.executeQuery(CompiledQuery.raw(`prepare watched as ${sql}`));
          const values = parameters.map((value) => (typeof value === "number" ? `${value}` : `'${value}'`));
          const args = values.length > 0 ? `(${values.join(", ")})` : "";
          const explain = `explain (analyze, format json) execute watched${args}`;
          const plan = await connection.executeQuery<{ "QUERY PLAN": { Plan: Step }[] }>(
            CompiledQuery.raw(explain),
          );
          rows += readBy(plan.rows[0]?.["QUERY PLAN"][0]?.Plan as Step);
          await connection.executeQuery(CompiledQuery.raw("deallocate watched"));
        }
        await raw`reset plan_cache_mode`.execute(connection);
        return rows;
      });
    },

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

function readBy(step: Step): number {
  const seen =
    step["Actual Rows"] + (step["Rows Removed by Filter"] ?? 0) + (step["Rows Removed by Join Filter"] ?? 0);
  return seen * step["Actual Loops"] + (step.Plans ?? []).reduce((sum, part) => sum + readBy(part), 0);
}
