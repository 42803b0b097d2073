import { type RawBuilder, sql } from "kysely";
import type { Database, Query } from "../../platform/index.ts";
import { jsonCell, type MovedTable, type Row } from "./tables.ts";

/**
 * - `new`: the schema may be incomplete, and the tables may hold rows of an earlier attempt.
 * - `copying`: the tables are being filled; `moveTable` says how far.
 * - `done`: all tables are equal. The first server that opens the database removes this record.
 * - `cancelled`: the operator continues with SQLite.
 */
export type MovePhase = "new" | "copying" | "done" | "cancelled";

/** The record of a move in its target. */
export interface MoveRecord {
  id: string;
  phase: MovePhase;
}

/** How many rows of a table the target has. */
export interface CopiedRows {
  name: string;
  rows: number;
}

/** Tables of PostgreSQL that have no counterpart in SQLite. */
const OWN_TABLES = new Set(["cacheNode", "kysely_migration", "kysely_migration_lock", "move", "moveTable"]);
/** A column of PostgreSQL alone, and the trigger that fills it. */
const FILLED: Record<string, { column: string; trigger: string }> = {
  searchEntry: { column: "words", trigger: "search_entry_fill" },
};
/** How many rows one query of the comparison reads. */
const FETCH = 200;
/** PostgreSQL's error for a missing table. */
const NO_TABLE = "42P01";
/** The key of the advisory lock of a move. A move and its cancellation hold it until their connection ends. */
const LOCK = 202611231;

const refs = (names: readonly string[]): RawBuilder<unknown> => sql.join(names.map((name) => sql.ref(name)));

/**
 * Checks whether a server may use a database, and removes the record of a complete move: from now on, the
 * archive lives in this database.
 * @returns false if the database holds an incomplete or cancelled move
 */
export async function confirmMove(db: Database): Promise<boolean> {
  if (db.engine === "sqlite") return true;
  const record = await readRecord(db.read);
  if (record === undefined) return true;
  if (record.phase !== "done") return false;
  return db.write.transaction().execute(async (trx) => {
    // The operator may cancel the move at this moment, and several processes may start together.
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    const settled = await readRecord(trx);
    if (settled !== undefined && settled.phase !== "done") return false;
    await sql`drop table if exists "move", "moveTable"`.execute(trx);
    return true;
  });
}

/** @returns undefined if the database holds no record of a move */
async function readRecord(db: Query): Promise<MoveRecord | undefined> {
  const { rows } = await sql<{ name: string | null }>`select to_regclass('"move"')::text as name`.execute(db);
  if (!rows[0]?.name) return undefined;
  try {
    return (await sql<MoveRecord>`select id, phase from "move"`.execute(db)).rows[0];
  } catch (error) {
    // Another server that started at the same moment has removed the record.
    if ((error as { code?: string }).code === NO_TABLE) return undefined;
    throw error;
  }
}

interface Column {
  table: string;
  name: string;
  type: string;
  isIdentity: boolean;
}

export type Target = ReturnType<typeof createTarget>;

/** @param db one connection without a time limit; the lock of the move lasts as long as the connection */
export function createTarget(db: Query) {
  async function columns(): Promise<Column[]> {
    const { rows } = await sql<Column>`select columns.table_name as "table", column_name as name,
        data_type as type, is_identity = 'YES' as "isIdentity"
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(db);
    return rows.filter(({ table }) => !OWN_TABLES.has(table));
  }
  let described: Promise<Column[]> | undefined;
  /** The columns after `prepare`; the schema doesn't change any more. */
  const describedColumns = () => (described ??= columns());

  return {
    /** @returns false if another process moves an archive to this database */
    async lock(): Promise<boolean> {
      const { rows } = await sql<{ ok: boolean }>`select pg_try_advisory_lock(${LOCK}) as ok`.execute(db);
      return rows[0]?.ok ?? false;
    },

    record: () => readRecord(db),

    async isUtf8(): Promise<boolean> {
      const { rows } = await sql<Record<"server_encoding", string>>`show server_encoding`.execute(db);
      return rows[0]?.server_encoding === "UTF8";
    },

    async isEmpty(): Promise<boolean> {
      const { rows } = await sql`select 1 from information_schema.tables
        where table_schema = current_schema() and table_type = 'BASE TABLE' limit 1`.execute(db);
      return rows.length === 0;
    },

    /** Writes the record of a new move. */
    async begin(id: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await sql`create table "move" (id text primary key, phase text not null)`.execute(trx);
        await sql`create table "moveTable" (name text primary key, rows bigint not null)`.execute(trx);
        await sql`insert into "move" (id, phase) values (${id}, 'new')`.execute(trx);
      });
    },

    async setPhase(phase: MovePhase): Promise<void> {
      await sql`update "move" set phase = ${phase}`.execute(db);
    },

    /**
     * Empties the tables of a migrated database, and turns their triggers off.
     * @throws Error if the schema is not the same on both engines
     */
    async prepare(tables: readonly MovedTable[]): Promise<void> {
      checkColumns(tables, await columns());
      await db.transaction().execute(async (trx) => {
        await sql`truncate ${refs(tables.map(({ name }) => name))}, "moveTable"`.execute(trx);
        for (const { name } of tables) {
          // The totals and the words of the search are copied, so the triggers must not count them again.
          await sql`alter table ${sql.ref(name)} disable trigger user`.execute(trx);
          const filled = FILLED[name];
          if (filled)
            await sql`alter table ${sql.ref(name)} enable trigger ${sql.ref(filled.trigger)}`.execute(trx);
          await sql`insert into "moveTable" (name, rows) values (${name}, 0)`.execute(trx);
        }
        await sql`update "move" set phase = 'copying'`.execute(trx);
      });
    },

    copied: async (): Promise<CopiedRows[]> =>
      (await sql<CopiedRows>`select name, rows from "moveTable"`.execute(db)).rows,

    /** Adds rows to a table and to its record, in one transaction. */
    async insert(table: MovedTable, rows: readonly Row[]): Promise<void> {
      const json = JSON.stringify(
        rows.map((row) =>
          Object.fromEntries(table.columns.map((column) => [column, jsonCell(row[column] ?? null)])),
        ),
      );
      await db.transaction().execute(async (trx) => {
        await sql`insert into ${sql.ref(table.name)} (${refs(table.columns)})
          select ${refs(table.columns)}
          from json_populate_recordset(null::${sql.ref(table.name)}, ${json}::json)`.execute(trx);
        await sql`update "moveTable" set rows = rows + ${rows.length} where name = ${table.name}`.execute(
          trx,
        );
      });
    },

    /** Turns the triggers on, continues the numbers of identity columns, and updates the planner's statistics. */
    async complete(tables: readonly MovedTable[]): Promise<void> {
      const identities = (await describedColumns()).filter(({ isIdentity }) => isIdentity);
      await db.transaction().execute(async (trx) => {
        for (const { name } of tables)
          await sql`alter table ${sql.ref(name)} enable trigger user`.execute(trx);
        for (const { table, name } of identities)
          await sql`select setval(pg_get_serial_sequence(${`"${table}"`}, ${name}),
            coalesce(max(${sql.ref(name)}), 0) + 1, false) from ${sql.ref(table)}`.execute(trx);
      });
      await sql`analyze`.execute(db);
    },

    /** Reads a table in the order of SQLite: by the bytes of the primary key. */
    async eachRow(table: MovedTable, use: (row: Row) => void): Promise<void> {
      const types = new Map(
        (await describedColumns())
          .filter((column) => column.table === table.name)
          .map(({ name, type }) => [name, type]),
      );
      const order = table.key.map((name) =>
        types.get(name) === "text" ? sql`${sql.ref(name)} collate "C"` : sql.ref(name),
      );
      await db.transaction().execute(async (trx) => {
        await sql`declare moved no scroll cursor for select ${refs(table.columns)} from ${sql.ref(table.name)}
          order by ${sql.join(order)}`.execute(trx);
        for (;;) {
          const { rows } = await sql<Row>`fetch ${sql.lit(FETCH)} from moved`.execute(trx);
          for (const row of rows) use(row);
          if (rows.length < FETCH) return;
        }
      });
    },
  };
}

/** @throws Error if a table or column exists on one engine only */
function checkColumns(tables: readonly MovedTable[], columns: readonly Column[]): void {
  const here = new Set(columns.map(({ table, name }) => `${table}.${name}`));
  for (const { name: table, columns: names } of tables) {
    const filled = FILLED[table];
    for (const name of filled ? [...names, filled.column] : names) {
      if (!here.delete(`${table}.${name}`)) throw new Error(`PostgreSQL has no column ${table}.${name}.`);
    }
  }
  if (here.size > 0) throw new Error(`SQLite has no ${[...here].join(", ")}.`);
}
