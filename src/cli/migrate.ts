import { loadEnv } from "../config/env.ts";
import { confirmMove, isRestoring } from "../server/operations/index.ts";
import { migrate, openDatabase } from "../server/platform/index.ts";
import { enBackup } from "../shared/messages/en-backup.ts";
import { enMove } from "../shared/messages/en-move.ts";
import { CommandError, runBareCommand, UsageError } from "./cli.ts";

const usage = `npm run migrate

Brings the database to the schema of this version. The server does this at its start, and \`npm run upgrade\`
before it replaces the workers of a running server.`;

await runBareCommand({ usage, options: {} }, async ({ positionals: [unknown] }) => {
  if (unknown !== undefined) throw new UsageError(`Unknown argument: ${unknown}.`);
  const { databaseUrl, dataFolder } = loadEnv();
  if (await isRestoring(dataFolder)) throw new CommandError(enBackup.problems.interrupted(dataFolder));
  const db = openDatabase({ databaseUrl, dataFolder, connections: 2 });
  try {
    if (!(await confirmMove(db))) throw new Error(enMove.unfinished);
    const names = await migrate(db);
    console.log(names.length > 0 ? `Ran ${names.join(", ")}.` : "The database is up to date.");
  } catch (error) {
    const reason = (error as Error).message || "There is no connection to the database.";
    throw new CommandError(`The database stays as it was. ${reason}`);
  } finally {
    await db.close();
  }
});
