import type { Services } from "../server/services.ts";
import { runCommand, UsageError } from "./cli.ts";
import { perSecond, showProgress } from "./progress.ts";

const usage = `npm run reindex [-- --continue]

Rebuilds the search index. You can still use the archive: search finds the items that are already in the index.
If you stop the command, you keep the finished part.
  --continue  continues a rebuild that was stopped, or does nothing if no rebuild was stopped`;

/** The number of items in one transaction. */
const BATCH = 500;

async function reindex({ searchRebuild }: Services, resumes: boolean): Promise<void> {
  if (!resumes) await searchRebuild.order({ again: true });
  const { total, left } = await searchRebuild.progress();
  if (left === 0) {
    // An earlier run indexed all items, but it stopped before it optimised the index.
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
      console.log("Optimising the index …");
    },
  });
}

await runCommand(
  { usage, options: { continue: { type: "boolean" } } },
  ({ values, positionals: [unknown] }) => {
    if (unknown !== undefined) throw new UsageError(`Unknown argument: ${unknown}.`);
    return (services) => reindex(services, values.continue ?? false);
  },
);
