import { type Kysely, sql } from "kysely";

/** Creates the archive: resources of every kind, their files, reviews, messages, settings, accounts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await accounts(db);
  await db.schema
    .createTable("file")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("sha256", "text", (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("size", "integer", (column) => column.notNull())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .execute();
  await resources(db);
  await db.schema
    .createTable("review")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("userId", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("comment", "text", (column) => column.notNull())
    .addColumn("rating", "text", (column) => column.notNull())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("review_newest").on("review").columns(["createdAt", "id"]).execute();
  await db.schema
    .createTable("contactMessage")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("sub", "text", (column) => column.notNull())
    .addColumn("mess", "text", (column) => column.notNull())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("contactMessage_newest")
    .on("contactMessage")
    .columns(["createdAt", "id"])
    .execute();
  await db.schema
    .createTable("setting")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("value", "text", (column) => column.notNull())
    .execute();
}

async function resources(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("resource")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("uploaderId", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("userName", "text", (column) => column.notNull())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("parentId", "text", (column) => column.references("resource.id").onDelete("cascade"))
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("department", "text")
    .addColumn("subject", "text")
    .addColumn("code", "text")
    .addColumn("codeNorm", "text")
    .addColumn("semester", "text")
    .addColumn("year", "integer")
    .addColumn("university", "text")
    .addColumn("examType", "text")
    .addColumn("link", "text")
    .addColumn("linkKey", "text")
    .addColumn("fileKey", "text", (column) => column.references("file.key"))
    .addColumn("details", "text", (column) => column.notNull())
    .addColumn("searchText", "text", (column) => column.notNull())
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("updatedAt", "bigint", (column) => column.notNull())
    .addCheckConstraint("resource_status", sql`status in ('Pending', 'Approved', 'Cancelled')`)
    .execute();
  const indexes: [name: string, columns: string[]][] = [
    ["resource_list", ["kind", "status", "createdAt", "id"]],
    ["resource_uploader", ["uploaderId", "kind", "createdAt"]],
    ["resource_parent", ["parentId"]],
    ["resource_link", ["linkKey"]],
    ["resource_admin", ["kind", "createdAt", "id"]],
    ["resource_code", ["kind", "codeNorm", "createdAt"]],
    ["resource_file", ["fileKey"]],
  ];
  for (const [name, columns] of indexes) {
    await db.schema.createIndex(name).on("resource").columns(columns).execute();
  }
}

async function accounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("users")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("email", "text", (column) => column.notNull().unique())
    .addColumn("emailVerified", "integer", (column) => column.notNull())
    .addColumn("displayName", "text", (column) => column.notNull())
    .addColumn("photoURL", "text")
    .addColumn("department", "text")
    .addColumn("roll", "text")
    .addColumn("university", "text")
    .addColumn("complete", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("role", "text", (column) => column.notNull().defaultTo("student"))
    .addColumn("suspendedAt", "text")
    .addColumn("createdAt", "text", (column) => column.notNull())
    .addColumn("updatedAt", "text", (column) => column.notNull())
    .addCheckConstraint("users_role", sql`role in ('student', 'admin')`)
    .execute();
  await db.schema
    .createTable("sessions")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("userId", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("token", "text", (column) => column.notNull().unique())
    .addColumn("expiresAt", "text", (column) => column.notNull())
    .addColumn("ipAddress", "text")
    .addColumn("userAgent", "text")
    .addColumn("createdAt", "text", (column) => column.notNull())
    .addColumn("updatedAt", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("sessions_user").on("sessions").column("userId").execute();
  await db.schema
    .createTable("accounts")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("userId", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("accountId", "text", (column) => column.notNull())
    .addColumn("providerId", "text", (column) => column.notNull())
    .addColumn("accessToken", "text")
    .addColumn("refreshToken", "text")
    .addColumn("idToken", "text")
    .addColumn("accessTokenExpiresAt", "text")
    .addColumn("refreshTokenExpiresAt", "text")
    .addColumn("scope", "text")
    .addColumn("password", "text")
    .addColumn("createdAt", "text", (column) => column.notNull())
    .addColumn("updatedAt", "text", (column) => column.notNull())
    .addUniqueConstraint("accounts_provider", ["providerId", "accountId"])
    .execute();
  await db.schema.createIndex("accounts_user").on("accounts").column("userId").execute();
  await db.schema
    .createTable("verifications")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("identifier", "text", (column) => column.notNull())
    .addColumn("value", "text", (column) => column.notNull())
    .addColumn("expiresAt", "text", (column) => column.notNull())
    .addColumn("createdAt", "text", (column) => column.notNull())
    .addColumn("updatedAt", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("verifications_identifier").on("verifications").column("identifier").execute();
}
