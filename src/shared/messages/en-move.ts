/** The sentences of the move to PostgreSQL that the server and several commands show to operators. */
export const enMove = {
  unfinished:
    "DATABASE_URL: the move of an archive to this database is not complete, or was cancelled. " +
    "To complete it, run `npm run migrate-to-postgres`. Otherwise use a different database.",
  moved:
    "This archive was moved to PostgreSQL, so it is read-only. Set DATABASE_URL to the new database, or stay with SQLite: npm run migrate-to-postgres -- --cancel",
  moving: "This archive is moving to PostgreSQL, so it is read-only for now",
};
