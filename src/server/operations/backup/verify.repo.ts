import { sql } from "kysely";
import { type Database, listOf } from "../../platform/index.ts";
import { type FileEntry, listFiles } from "./tables.repo.ts";

/** How many titles a report names for one file. */
const TITLES = 10;

/** All SQL for the check of a live archive. */
export function createVerifyRepo(db: Database) {
  return {
    files: (): Promise<FileEntry[]> => listFiles(db.read),

    /** Which of these bytes a file needs now. */
    async stillNeeded(sha256s: string[]): Promise<string[]> {
      const rows = await db.read
        .selectFrom("file")
        .select("sha256")
        .distinct()
        .where(sql`sha256`, "in", listOf(db.engine, sha256s))
        .execute();
      return rows.map(({ sha256 }) => sha256);
    },

    /** The titles of items that show these bytes. */
    async titlesOf(sha256: string): Promise<string[]> {
      const rows = await db.read
        .selectFrom("file")
        .innerJoin("resource", "resource.fileKey", "file.key")
        .select("resource.title")
        .where("file.sha256", "=", sha256)
        .orderBy("resource.id")
        .limit(TITLES)
        .execute();
      return rows.map(({ title }) => title);
    },

    /**
     * SQLite's own checks, which find damaged pages, indexes and references. PostgreSQL checks its pages when
     * it reads them.
     * @returns what is wrong, in the database's words
     */
    async checkDatabase(): Promise<string[]> {
      if (db.engine === "postgres") return [];
      const pages = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db.read);
      const keys = await sql<{ table: string }>`pragma foreign_key_check`.execute(db.read);
      return [
        ...pages.rows.map((row) => row.integrity_check).filter((line) => line !== "ok"),
        ...new Set(keys.rows.map(({ table }) => `foreign keys of ${table}`)),
      ];
    },
  };
}

export type VerifyRepo = ReturnType<typeof createVerifyRepo>;
