import { type Kysely, sql } from "kysely";
import type { Database, Schema } from "../../../src/server/platform/db/schema/schema.ts";

/** What older code may rely on in a database. */
export interface SchemaParts {
  tables: Set<string>;
  /** By `table.column`. */
  columns: Map<string, Column>;
  /** The columns of each unique index and primary key, as `table(column, column)`. */
  unique: Set<string>;
  /** The rules for values, as `table: rule`: foreign keys, and conditions of columns. */
  rules: Set<string>;
  triggers: Set<string>;
}

interface Column {
  table: string;
  type: string;
  /** Whether an insert must name the column. */
  isRequired: boolean;
}

type Row = Record<"table" | "name" | "type" | "definition", string> & { isRequired: boolean | number };

/** Only triggers write these tables, so no code inserts rows or names keys. */
const WRITTEN_BY_TRIGGERS = new Set(["resourceTotal"]);

/** Reads the schema of a database. */
export async function readSchemaParts({ engine, write }: Database): Promise<SchemaParts> {
  const queries = engine === "sqlite" ? sqliteQueries : postgresQueries;
  const read = async (query: string) => (await sql.raw<Row>(query).execute(write as Kysely<Schema>)).rows;
  const columns = await read(queries.columns);
  return {
    tables: new Set(columns.map(({ table }) => table)),
    columns: new Map(
      columns.map(({ table, name, type, isRequired }) => [
        `${table}.${name}`,
        { table, type, isRequired: Boolean(isRequired) },
      ]),
    ),
    unique: new Set((await read(queries.unique)).map(({ table, name }) => `${table}(${name})`)),
    rules: new Set((await read(queries.rules)).flatMap(rulesOf)),
    triggers: new Set((await read(queries.triggers)).map(({ name }) => name)),
  };
}

const CHECK = /constraint "?(\w+)"? check \((.*?)\)(?=,|\)$)/gis;

/** SQLite lists foreign keys, but conditions only in the text of the table. */
function rulesOf({ table, definition }: Row): string[] {
  if (!/^create table/i.test(definition)) return [`${table}: ${definition}`];
  return [...definition.matchAll(CHECK)].map(([, name, condition]) => `${table}: ${name} ${condition}`);
}

const sqliteQueries = {
  columns: `select t.name as "table", c.name as name, lower(c.type) as type,
      (c."notnull" and c.dflt_value is null) or (c.pk > 0 and c."notnull") as "isRequired"
    from sqlite_schema t, pragma_table_xinfo(t.name) c
    where t.type = 'table' and t.name not like 'sqlite_%' and t.name not like 'kysely_%' and t.name not like 'search%\\_%' escape '\\'`,
  unique: `select t.name as "table", (select group_concat(i.name, ', ') from pragma_index_info(l.name) i) as name
    from sqlite_schema t, pragma_index_list(t.name) l
    where t.type = 'table' and l."unique" = 1 and l.partial = 0 and t.name not like 'kysely_%'`,
  rules: `select t.name as "table", 'foreign key ' || f."from" || ' -> ' || f."table" || ' ' || f.on_delete as definition
      from sqlite_schema t, pragma_foreign_key_list(t.name) f where t.type = 'table'
    union all select name, sql from sqlite_schema where type = 'table' and sql like '%check%'`,
  triggers: `select name from sqlite_schema where type = 'trigger'`,
};

const postgresQueries = {
  columns: `select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull and not a.atthasdef and a.attidentity = '' and a.attgenerated = '' as "isRequired"
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and c.relname not like 'kysely_%'`,
  unique: `select c.relname as "table", (select string_agg(a.attname, ', ' order by k.place)
        from unnest(i.indkey::int[]) with ordinality k (number, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number) as name
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = current_schema()::regnamespace and i.indisunique and i.indpred is null
      and i.indexprs is null and c.relname not like 'kysely_%'`,
  rules: `select c.relname as "table", n.conname || ' ' || pg_get_constraintdef(n.oid) as definition
    from pg_constraint n join pg_class c on c.oid = n.conrelid
    where c.relnamespace = current_schema()::regnamespace and n.contype in ('c', 'f')`,
  triggers: `select distinct tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = current_schema()::regnamespace and not t.tgisinternal`,
};

/**
 * What a migration took away from code that worked with the schema before it.
 * @returns sorted names, such as `column resource.semester`; none if the migration only expands
 */
export function contractedParts(before: SchemaParts, after: SchemaParts): string[] {
  const isOld = (table: string) =>
    before.tables.has(table) && after.tables.has(table) && !WRITTEN_BY_TRIGGERS.has(table);
  const tables = [...before.tables]
    .filter((table) => !after.tables.has(table))
    .map((name) => `table ${name}`);
  const columns = [...before.columns].flatMap(([name, { table, type, isRequired }]) => {
    if (!isOld(table)) return [];
    const now = after.columns.get(name);
    if (!now) return [`column ${name}`];
    if (now.type !== type) return [`type of ${name}`];
    return now.isRequired && !isRequired ? [`${name} may be missing`] : [];
  });
  const required = [...after.columns]
    .filter(([name, { table, isRequired }]) => isRequired && isOld(table) && !before.columns.has(name))
    .map(([name]) => `${name} may be missing`);
  const isKept = (key: string) => isOld(tableOf(key));
  const droppedKeys = [...before.unique].filter(
    (key) => isKept(key) && !after.unique.has(key) && hasColumns(key, after),
  );
  const newKeys = [...after.unique].filter(
    (key) => isKept(key) && !before.unique.has(key) && hasColumns(key, before),
  );
  const rules = [...after.rules].filter((rule) => isOld(tableOf(rule)) && !before.rules.has(rule));
  const triggers = [...before.triggers].filter((name) => !after.triggers.has(name));
  return [
    ...tables,
    ...columns,
    ...required,
    ...droppedKeys.map((key) => `key ${key}`),
    ...newKeys.map((key) => `equal values in ${key}`),
    ...rules.map((rule) => `values that break ${rule}`),
    ...triggers.map((name) => `trigger ${name}`),
  ].sort();
}

const tableOf = (name: string): string => /^\w+/.exec(name)?.[0] ?? "";

/** Whether a schema has all columns of a key, so that code that knows the schema could break the key. */
function hasColumns(key: string, { columns }: SchemaParts): boolean {
  const [, list = ""] = /\((.*)\)/.exec(key) ?? [];
  return list.split(", ").every((column) => columns.has(`${tableOf(key)}.${column}`));
}
