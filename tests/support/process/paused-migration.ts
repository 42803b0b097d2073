/**
 * Runs one migration and pauses inside it until the process is killed: `first` after its first statement, `last`
 * after its last one, before the commit. Prints `paused` then. With `none`, the migration runs to its end.
 */
import type { KyselyPlugin } from "kysely";
import { migrate, migrations } from "../../../src/server/platform/db/migrate.ts";
import { openDatabase } from "../../../src/server/platform/db/open.ts";

const [, , target = "", point = "none"] = process.argv;
const { DATABASE_URL: databaseUrl, PROSHNO_DATA: dataFolder = "" } = process.env;

async function pause(): Promise<never> {
  console.log("paused");
  // Without a timer, Node would end.
  return new Promise(() => setInterval(() => {}, 60_000));
}

const afterFirst: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: () => pause(),
};

const earlier = Object.entries(migrations).filter(([name]) => name < target);
const migration = migrations[target];
if (!migration) throw new Error(`There is no migration ${target}.`);
const db = openDatabase({ databaseUrl, dataFolder });
await migrate(db, {
  ...Object.fromEntries(earlier),
  [target]: {
    async up(within) {
      await migration.up(point === "first" ? within.withPlugin(afterFirst) : within);
      if (point === "last") await pause();
    },
  },
});
await db.close();
