import type { Kysely } from "kysely";

interface Old {
  users: {
    id: string;
    emailVerified: number;
    suspendedAt: string | null;
    createdAt: string;
    updatedAt: string;
  };
  accounts: { userId: string; providerId: string; password: string };
}

interface New {
  users: {
    id: string;
    emailVerifiedAt: number | null;
    suspendedMs: number | null;
    createdMs: number;
    updatedMs: number;
  };
  password: { userId: string; hash: string; changedAt: number };
}

/**
 * Moves accounts to Proshno's own tables: sessions by token hash, separate passwords, identities at
 * providers, mailed links, second factors. Everyone must log in again, because the server can't distinguish
 * old sessions from stolen sessions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await withEpochTimes(db);
  await passwords(db);
  for (const table of ["sessions", "accounts", "verifications"]) await db.schema.dropTable(table).execute();
  await sessions(db);
  await db.schema
    .createTable("identity")
    .addColumn("provider", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("userId", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("identity_key", ["provider", "subject"])
    .execute();
  await db.schema.createIndex("identity_user").on("identity").column("userId").execute();
  await db.schema
    .createTable("emailToken")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("purpose", "text", (column) => column.notNull())
    .addColumn("tokenHash", "text", (column) => column.notNull().unique())
    .addColumn("userId", "text", (column) => column.references("users.id").onDelete("cascade"))
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("payload", "text", (column) => column.notNull())
    .addColumn("expiresAt", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("emailToken_user").on("emailToken").column("userId").execute();
  await db.schema.createIndex("emailToken_email").on("emailToken").column("email").execute();
  await db.schema.createIndex("emailToken_expiry").on("emailToken").column("expiresAt").execute();
  await secondFactors(db);
}

/** Converts the times of people to epoch milliseconds, as in all other tables. */
async function withEpochTimes(untyped: Kysely<unknown>): Promise<void> {
  const table = () => untyped.schema.alterTable("users");
  await table().addColumn("emailVerifiedAt", "bigint").execute();
  await table().addColumn("suspendedMs", "bigint").execute();
  for (const name of ["createdMs", "updatedMs"])
    await table()
      .addColumn(name, "bigint", (column) => column.notNull().defaultTo(0))
      .execute();
  const db = untyped as Kysely<Old>;
  const people = await db
    .selectFrom("users")
    .select(["id", "emailVerified", "suspendedAt", "createdAt", "updatedAt"])
    .execute();
  for (const { id, emailVerified, suspendedAt, createdAt, updatedAt } of people) {
    await (untyped as Kysely<New>)
      .updateTable("users")
      .set({
        emailVerifiedAt: emailVerified ? Date.parse(createdAt) : null,
        suspendedMs: suspendedAt === null ? null : Date.parse(suspendedAt),
        createdMs: Date.parse(createdAt),
        updatedMs: Date.parse(updatedAt),
      })
      .where("id", "=", id)
      .execute();
  }
  for (const name of ["emailVerified", "suspendedAt", "createdAt", "updatedAt"])
    await table().dropColumn(name).execute();
  await table().renameColumn("suspendedMs", "suspendedAt").execute();
  await table().renameColumn("createdMs", "createdAt").execute();
  await table().renameColumn("updatedMs", "updatedAt").execute();
}

/** Moves password hashes to a separate table, so that queries for people never read a hash. */
async function passwords(untyped: Kysely<unknown>): Promise<void> {
  await untyped.schema
    .createTable("password")
    .addColumn("userId", "text", (column) => column.primaryKey().references("users.id").onDelete("cascade"))
    .addColumn("hash", "text", (column) => column.notNull())
    .addColumn("changedAt", "bigint", (column) => column.notNull())
    .execute();
  const kept = await (untyped as Kysely<Old>)
    .selectFrom("accounts")
    .select(["userId", "password as hash"])
    .where("providerId", "=", "credential")
    .where("password", "is not", null)
    .execute();
  for (const row of kept)
    await (untyped as Kysely<New>)
      .insertInto("password")
      .values({ ...row, changedAt: 0 })
      .execute();
}

async function sessions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("session")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("tokenHash", "text", (column) => column.notNull().unique())
    .addColumn("userId", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("userAgent", "text")
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("provedAt", "bigint", (column) => column.notNull())
    .addColumn("mfaAt", "bigint")
    .addColumn("expiresAt", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("session_user").on("session").column("userId").execute();
}

async function secondFactors(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("secondFactor")
    .addColumn("userId", "text", (column) => column.primaryKey().references("users.id").onDelete("cascade"))
    .addColumn("secret", "text", (column) => column.notNull())
    .addColumn("confirmedAt", "bigint")
    .addColumn("lastStep", "bigint", (column) => column.notNull())
    .addColumn("failures", "integer", (column) => column.notNull())
    .addColumn("lockedUntil", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("recoveryCode")
    .addColumn("userId", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("codeHash", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("recoveryCode_key", ["userId", "codeHash"])
    .execute();
}
