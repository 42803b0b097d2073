import { type DatabaseConnection, PostgresDialect, type PostgresDialectConfig, PostgresDriver } from "kysely";

/** What no visitor is ever shown, or follows from other tables. Of every other table the triggers of migration 0620 tell (src/server/platform/db/changes/freshness.ts). */
export const privateTables: ReadonlySet<string> = new Set([
  "audit",
  "brokenLink",
  "cacheNode",
  "change",
  "contactMessage",
  "deletionRequest",
  "emailToken",
  "generation",
  "identity",
  "job",
  "jobUse",
  "linkCheck",
  "notSame",
  "password",
  "rateLimit",
  "recoveryCode",
  "report",
  "resourcePeriod",
  "resourceTotal",
  "searchDoubt",
  "searchWord",
  "secondFactor",
  "session",
  "setting",
  "subscription",
  "takedown",
  "uploadLock",
]);

const WRITES = /^\s*(?:insert into|update|delete from)\s+"?(\w+)"?/i;
const WRITES_WITH = /^\s*(?:with|merge)\b.*\b(?:insert|update|delete)\b/is;

/** Whether a statement may change what somebody is shown. */
function concernsPublic(sql: string): boolean {
  const [, table] = WRITES.exec(sql) ?? [];
  return table === undefined ? WRITES_WITH.test(sql) : !privateTables.has(table);
}

/**
 * PostgreSQL, where a write that may concern the public ends only once every process knows of it: whoever wrote, and by
 * whatever way. The connection is free meanwhile.
 */
export class SettlingDialect extends PostgresDialect {
  #config: PostgresDialectConfig;
  #settle: () => Promise<void>;

  constructor(config: PostgresDialectConfig, settle: () => Promise<void>) {
    super(config);
    this.#config = config;
    this.#settle = settle;
  }

  override createDriver() {
    return new SettlingDriver(this.#config, this.#settle);
  }
}

class SettlingDriver extends PostgresDriver {
  #settle: () => Promise<void>;
  #watched = new WeakSet<DatabaseConnection>();
  #wrote = new WeakSet<DatabaseConnection>();

  constructor(config: PostgresDialectConfig, settle: () => Promise<void>) {
    super(config);
    this.#settle = settle;
  }

  override async acquireConnection(...options: Parameters<PostgresDriver["acquireConnection"]>) {
    const connection = await super.acquireConnection(...options);
    if (!this.#watched.has(connection)) this.#watch(connection);
    return connection;
  }

  #watch(connection: DatabaseConnection): void {
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = (query, ...rest) => {
      if (concernsPublic(query.sql)) this.#wrote.add(connection);
      return execute(query, ...rest);
    };
    this.#watched.add(connection);
  }

  override async releaseConnection(connection: Parameters<PostgresDriver["releaseConnection"]>[0]) {
    const wrote = this.#wrote.delete(connection);
    await super.releaseConnection(connection);
    if (wrote) await this.#settle();
  }
}
