import { DatabaseSync } from "node:sqlite";
import { WRITE_PAUSE } from "../../platform/index.ts";
import { inOrder, type MovedTable, type Row } from "./tables.ts";

/** Tables that PostgreSQL makes itself, or does not need: the counters of the change feed. */
const NOT_MOVED = new Set(["generation", "kysely_migration", "kysely_migration_lock"]);

export type Source = ReturnType<typeof openSource>;

/**
 * Opens the SQLite archive for reading only.
 * @param path an existing database file
 */
export function openSource(path: string) {
  const connection = new DatabaseSync(path, { readOnly: true });
  const all = <T>(sql: string, ...values: string[]) => connection.prepare(sql).all(...values) as T[];

  function describe(name: string): MovedTable {
    const columns = all<{ name: string; pk: number }>("select name, pk from pragma_table_info(?)", name);
    const key = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
    if (key.length === 0) throw new Error(`The table ${name} has no primary key.`);
    const references = all<{ table: string; from: string }>(
      `select "table", "from" from pragma_foreign_key_list(?)`,
      name,
    );
    return {
      name,
      columns: columns.map((column) => column.name),
      key: key.map((column) => column.name),
      parent: references.find(({ table }) => table === name)?.from,
      needs: references.map(({ table }) => table).filter((table) => table !== name),
    };
  }

  return {
    /** The names of the migrations that have run. */
    migrations: (): string[] =>
      all<{ name: string }>("select name from kysely_migration order by name").map(({ name }) => name),

    /** All tables of the archive, in the order of their references. The search index is not one of them. */
    tables(): MovedTable[] {
      const names = all<{ name: string }>(
        "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite%'",
      );
      return inOrder(names.filter(({ name }) => !NOT_MOVED.has(name)).map(({ name }) => describe(name)));
    },

    count: (table: MovedTable): number =>
      all<{ n: number }>(`select count(*) as n from ${quoted(table.name)} ${where(table)}`)[0]?.n ?? 0,

    /** How many jobs are running. @param now epoch milliseconds */
    runningJobs: (now: number): number =>
      all<{ n: number }>(
        "select count(*) as n from job where state = 'running' and \"leaseUntil\" > cast(? as integer)",
        String(now),
      )[0]?.n ?? 0,

    /**
     * Reads the rows of a table.
     * @param order `parentsFirst` for the copy, `key` for the comparison
     * @param from how many rows to skip
     */
    *rows(table: MovedTable, order: "parentsFirst" | "key", from = 0): Generator<Row> {
      const parent = table.parent && order === "parentsFirst" ? [`${quoted(table.parent)} is not null`] : [];
      const statement = connection.prepare(
        `select ${table.columns.map(quoted).join(", ")} from ${quoted(table.name)} ${where(table)}
          order by ${[...parent, ...table.key.map(quoted)].join(", ")} limit -1 offset ?`,
      );
      statement.setReadBigInts(true);
      yield* statement.iterate(from) as unknown as Iterable<Row>;
    },

    close: () => connection.close(),
  };
}

const quoted = (name: string): string => `"${name}"`;

/** The pause of writes applies to the SQLite archive only. */
const where = ({ name }: MovedTable): string => (name === "setting" ? `where name <> '${WRITE_PAUSE}'` : "");
