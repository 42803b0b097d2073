import { type Env, loadEnv } from "../config/env.ts";
import { isUnavailable } from "../server/platform/index.ts";
import { cancelMove, MoveError, type MoveProblem, moveToPostgres } from "../server/operations/index.ts";
import { CommandError, runBareCommand, UsageError } from "./cli.ts";
import { type Progress, showProgress } from "./progress.ts";

const usage = `npm run migrate-to-postgres             moves the SQLite archive in PROSHNO_DATA to the empty
                                        PostgreSQL database in DATABASE_URL
npm run migrate-to-postgres -- --cancel ends the read-only mode; the archive stays on SQLite

The archive is read-only during the move and after it. Files stay where they are. If the command stops, run it
again within five minutes: it continues. After that time, the archive accepts writes again, and the command
starts over.`;

const CANCEL = "npm run migrate-to-postgres -- --cancel";
const EMPTY = "Create an empty database and set DATABASE_URL to it.";

const problems: Record<MoveProblem, (table: string) => string> = {
  noArchive: () => "There is no SQLite archive in PROSHNO_DATA. Set it to the data folder of the archive.",
  olderSchema: () =>
    "The archive is from an older version of Proshno. Start this version once without DATABASE_URL, then run the command again.",
  newerSchema: () => "The archive is from a newer version of Proshno. Install that version first.",
  notEmpty: () => `The database in DATABASE_URL has tables. ${EMPTY}`,
  encoding: () => `The database in DATABASE_URL is not in UTF-8. ${EMPTY}`,
  cancelled: () => `The database in DATABASE_URL holds a move that was cancelled. ${EMPTY}`,
  inUse: () =>
    "A server already uses the database in DATABASE_URL, so the move can't be cancelled without losing what people saved there. To cancel it anyway, run the command without DATABASE_URL.",
  otherMove: () =>
    "The database in DATABASE_URL holds the move of another archive. Set DATABASE_URL to the target of this move, or run the command without it.",
  busy: () =>
    `This archive is moving to a different database, or a move stopped less than five minutes ago. Use the same DATABASE_URL, or cancel that move: ${CANCEL}`,
  running: () => "This move is already running in another process. Wait for it.",
  moved: () => `This archive was moved to a different database. To undo this: ${CANCEL}`,
  lapsed: () =>
    "The read-only mode ended during the move, so people may have saved something. Run the command again: it starts over.",
  character: (table) =>
    `A row of the table ${table} has the character U+0000, which PostgreSQL can't store. Nothing was moved, and the archive accepts writes again.`,
  different: (table) =>
    `The table ${table} is not the same on both databases. Stop every older Proshno process of this archive, then run the command again. Nothing was moved, and the archive accepts writes again.`,
};

const steps = { copy: "Copying …", compare: "Comparing both databases …" };

async function move({ dataFolder, databaseUrl }: Env): Promise<void> {
  if (!databaseUrl) throw new UsageError("Set DATABASE_URL to an empty PostgreSQL database.");
  const start = performance.now();
  let bar: Progress | undefined;
  const { tables, rows } = await moveToPostgres({
    dataFolder,
    databaseUrl,
    progress: {
      begin(step, total) {
        console.log(steps[step]);
        bar = showProgress(total);
      },
      update: (done) => bar?.update(done, done),
      end: () => bar?.stop(),
    },
  });
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  console.log(
    `Moved ${rows.toLocaleString("en")} rows of ${tables} tables to PostgreSQL in ${seconds} s. All counts and hashes are equal.

The old archive stays read-only, so that nobody saves something there by mistake. Now do this:
  1. Set DATABASE_URL in the settings of the server. Keep PROSHNO_DATA and PROSHNO_SECRET: files and the secret stay where they are.
  2. Restart the server. It accepts writes at once.
To stay on SQLite instead: ${CANCEL}`,
  );
}

async function cancel({ dataFolder, databaseUrl }: Env): Promise<void> {
  const wasPaused = await cancelMove(dataFolder, databaseUrl);
  console.log(
    wasPaused
      ? "The archive on SQLite accepts writes again."
      : "No move was running. The archive accepts writes.",
  );
  if (wasPaused && !databaseUrl)
    console.log("Don't start a server with the PostgreSQL database: it would show an old copy.");
}

/** @throws CommandError with the sentence for the operator */
async function explained(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (error instanceof MoveError) throw new CommandError(problems[error.problem](error.table ?? ""));
    if (isUnavailable(error))
      throw new CommandError(
        `A database can't be reached, or its disk is full: ${(error as Error).message}\n` +
          `Correct this and run the command again. A move that has begun continues within five minutes. To cancel it: ${CANCEL}`,
      );
    throw error;
  }
}

await runBareCommand(
  { usage, options: { cancel: { type: "boolean" } } },
  async ({ values, positionals: [unknown] }) => {
    if (unknown !== undefined) throw new UsageError(`Unknown argument: ${unknown}.`);
    const env = loadEnv();
    await explained(values.cancel ? cancel(env) : move(env));
  },
);
