/**
 * Runs an experiment of the laboratory: reads its arguments, prepares what it needs, gives the run a name, shows its
 * progress and writes its results. Without a name, it lists the experiments.
 */
import { ensureBuild, node24 } from "../scripts/lib/ensure.mjs";
import { Failure, main } from "../scripts/lib/run.mjs";
import { clusterNeeds, ensureSystemPackages } from "../scripts/lib/system-packages.mjs";
import { experiments } from "./experiments.ts";
import type { Context, Experiment, Need } from "./lib/experiment.ts";
import { helpOf, readArguments } from "./lib/options.ts";
import { type Progress, showSteps } from "./lib/progress.ts";
import { writeResult } from "./lib/results.ts";

const USAGE = "npm run lab -- NAME [OPTIONS]";

await main(async () => {
  const [name, ...args] = process.argv.slice(2);
  if (name === undefined || name === "--help") {
    console.log(`${USAGE}\n\n${listOf()}\n\n--help after a name shows its options.`);
    return 0;
  }
  const entry = Object.hasOwn(experiments, name) ? experiments[name] : undefined;
  if (!entry) throw new Failure(`There is no experiment "${name}". Choose one of these:\n\n${listOf()}`);
  const { experiment } = await entry.load();
  if (args.includes("--help")) {
    console.log(helpFor(name, experiment));
    return 0;
  }
  return perform(name, experiment, args);
});

async function perform(name: string, experiment: Experiment, args: string[]): Promise<number> {
  const values = readArguments(experiment.options, experiment.places ?? [], args);
  await prepare(experiment.needs?.(values) ?? []);
  if ("seed" in values) console.log(`Seed ${String(values["seed"])}`);
  const shown: Progress[] = [];
  const context: Context = {
    values,
    name: `${name}-${new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}`,
    command: [node24(), import.meta.filename, name, ...args],
    showSteps(total) {
      const progress = showSteps(total);
      shown.push(progress);
      return progress;
    },
    write: writeResult,
  };
  const began = performance.now();
  try {
    return await experiment.run(context);
  } finally {
    for (const progress of shown) progress.stop();
    console.error(`\n${context.name} took ${durationOf(performance.now() - began)}.`);
  }
}

async function prepare(needs: readonly Need[]): Promise<void> {
  if (needs.includes("build")) await ensureBuild();
  if (needs.includes("cluster")) await ensureSystemPackages(clusterNeeds);
  else if (needs.includes("programs")) await ensureSystemPackages();
}

function listOf(): string {
  const width = Math.max(...Object.keys(experiments).map(({ length }) => length));
  return Object.entries(experiments)
    .map(([name, { help }]) => `  ${name.padEnd(width)}  ${help}`)
    .join("\n");
}

function helpFor(name: string, { about, options, places = [] }: Experiment): string {
  const words = places.map((place) => `[${place.toUpperCase()}${options[place]?.isList ? "…" : ""}]`);
  const lines = helpOf(options);
  return [
    `npm run lab -- ${[name, ...words].join(" ")}`,
    "",
    about,
    ...(lines.length > 0 ? ["", ...lines] : []),
  ].join("\n");
}

function durationOf(ms: number): string {
  const seconds = ms / 1_000;
  return seconds < 120 ? `${seconds.toFixed(1)} s` : `${(seconds / 60).toFixed(1)} minutes`;
}
