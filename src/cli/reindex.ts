import type { Services } from "../server/services.ts";
import { runCommand, UsageError } from "./cli.ts";
import { perSecond, showProgress } from "./progress.ts";

const usage = `npm run reindex [-- --continue]

Builds the index of the search anew. The archive may be in use: search finds what is in the index by then. What is done
stays done.
  --continue  goes on with a build that was stopped, and does nothing where none was`;

/** Items of one transaction. */
const BATCH = 500;

async function reindex({ searchRebuild }: Services, goesOn: boolean): Promise<void> {
  if (!goesOn) await searchRebuild.order({ again: true });
  const { total, left } = await searchRebuild.progress();
  if (left === 0) {
    // One that was stopped at its very end.
    await searchRebuild.run();
    return console.log(`All ${total.toLocaleString("en")} items are in the index.`);
  }
  const progress = showProgress(left);
  const start = performance.now();
  await searchRebuild.run({
    size: BATCH,
    onProgress: (done) => progress.update(Math.min(done, left), done),
    onEntered() {
      progress.stop();
      console.log(`${left.toLocaleString("en")} items indexed, ${perSecond(left, start)} a second`);
      console.log("Putting the index in order …");
    },
  });
}

await runCommand(
  { usage, options: { continue: { type: "boolean" } } },
  ({ values, positionals: [unknown] }) => {
    if (unknown !== undefined) throw new UsageError(`There is nothing to do with ${unknown}.`);
    return (services) => reindex(services, values.continue ?? false);
  },
);
