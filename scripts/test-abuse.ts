/**
 * `npm run test:abuse`: attacks a running server like strangers and students could, and measures how long
 * others wait. `npm run test:abuse -- --only fields --engine sqlite` runs one attack on one engine.
 * `--product FOLDER` attacks another built checkout, to compare figures before and after a change. It fails
 * if a figure is above its limit.
 */
import { parseArgs } from "node:util";
import { startPostgres } from "../tests/support/platform/postgres.ts";
import { type Figure, openAbuseWorld, type Scenario } from "./abuse/world.ts";
import { scenarios } from "./abuse/scenarios.ts";
import { ensureBuild, ensureDependencies } from "./lib/ensure.mjs";
import { main } from "./lib/run.mjs";
import { ensureSystemPackages } from "./lib/system-packages.mjs";
import { asText } from "./lib/tables.ts";

const { values: options } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    engine: { type: "string", multiple: true },
    product: { type: "string" },
  },
});

interface Row extends Figure {
  scenario: string;
  engine: string;
}

await main(async () => {
  await ensureDependencies();
  await ensureBuild();
  await ensureSystemPackages();
  const wanted = scenarios.filter(({ name }) => options.only?.includes(name) ?? true);
  const rows: Row[] = [];
  const postgres = await startPostgres();
  try {
    for (const scenario of wanted) rows.push(...(await onEachEngine(scenario, postgres.url)));
  } finally {
    await postgres.stop();
  }
  console.log(`\n${asText([["attack", "engine", "figure", "measured", "at most"], ...rows.map(lineOf)])}`);
  return rows.length > 0 && rows.every((row) => !isAbove(row)) ? 0 : 1;
});

async function onEachEngine(scenario: Scenario, postgresUrl: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const engine of scenario.engines.filter((one) => options.engine?.includes(one) ?? true)) {
    console.log(`${scenario.name} on ${engine} …`);
    const { env } = scenario;
    const world = await openAbuseWorld({ engine, postgresUrl, product: options.product, env });
    try {
      const figures = await scenario.run(world);
      rows.push(...figures.map((figure) => ({ ...figure, scenario: scenario.name, engine })));
    } finally {
      await world.close();
    }
  }
  return rows;
}

function isAbove({ value, limit }: Figure): boolean {
  return limit !== undefined && !(value <= limit);
}

function lineOf(row: Row): string[] {
  const { scenario, engine, name, value, unit, limit } = row;
  const measured = `${Number(value.toPrecision(3))} ${unit}`;
  const most = limit === undefined ? "" : `${limit} ${unit}`;
  return [scenario, engine, name, `${measured}${isAbove(row) ? "  TOO MUCH" : ""}`, most];
}
