/**
 * `npm run test:abuse`: attacks a running server like strangers and students could, and measures how long
 * others wait. `npm run test:abuse -- --only fields --engine sqlite` runs one attack on one engine.
 * `--product FOLDER` attacks another built checkout, to compare figures before and after a change. It fails
 * if a figure is above its limit. It writes the figures into bench/results.
 *
 * `npm run test:abuse -- --table` sends fifty equal requests of every call and action at once, and writes a table of how
 * long others wait. `--rows pile` measures the rows whose name contains "pile", `--as student` those of one attacker,
 * `--at-once 150` sends more requests, `--items 10000` is the size of the archive, `--minutes 15` the most for an engine.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startPostgres } from "../../tests/support/platform/postgres.ts";
import { type Figure, openAbuseWorld, type Scenario } from "./world.ts";
import { scenarios } from "./scenarios.ts";
import { ensureBuild, ensureDependencies, node24, root } from "../../scripts/lib/ensure.mjs";
import { main, run } from "../../scripts/lib/run.mjs";
import { ensureSystemPackages } from "../../scripts/lib/system-packages.mjs";
import { asText, type Table } from "../lib/tables.ts";

const { values: options } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    engine: { type: "string", multiple: true },
    product: { type: "string" },
    table: { type: "boolean", default: false },
    rows: { type: "string", multiple: true },
    as: { type: "string", multiple: true },
    "at-once": { type: "string" },
    items: { type: "string" },
    minutes: { type: "string" },
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
  if (options.table) return runTable();
  const wanted = scenarios.filter(({ name }) => options.only?.includes(name) ?? true);
  const rows: Row[] = [];
  const postgres = await startPostgres();
  try {
    for (const scenario of wanted) rows.push(...(await onEachEngine(scenario, postgres.url)));
  } finally {
    await postgres.stop();
  }
  const table = [["attack", "engine", "figure", "measured", "at most"], ...rows.map(lineOf)];
  console.log(`\n${asText(table)}\n\n${writeFigures(table, rows)}`);
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

/** Runs the table under Vitest, which the requests of the authorization matrix need. @returns its exit code */
async function runTable(): Promise<number> {
  const { engine, rows, as } = options;
  const one = (name: "at-once" | "items" | "minutes") =>
    [name, options[name] === undefined ? [] : [options[name]]] as const;
  const given = [
    ["engine", engine],
    ["rows", rows],
    ["as", as],
    one("at-once"),
    one("items"),
    one("minutes"),
  ] as const;
  const args = given.flatMap(([name, values = []]) => values.flatMap((value) => [`--${name}`, value]));
  const config = "scripts/abuse/table/vitest.config.ts";
  const { code } = await run(node24(), ["node_modules/vitest/vitest.mjs", "run", "--config", config], {
    cwd: root,
    env: { ABUSE_TABLE: JSON.stringify(args) },
  });
  return code;
}

/** Writes the figures as Markdown and JSON. @returns the path of the Markdown */
function writeFigures([head = [], ...lines]: Table, rows: Row[]): string {
  const folder = join(root, "bench/results");
  mkdirSync(folder, { recursive: true });
  const cells = (row: string[]) => `| ${row.join(" | ")} |`;
  const path = `${join(folder, "abuse")}.md`;
  writeFileSync(path, [cells(head), cells(head.map(() => "---")), ...lines.map(cells), ""].join("\n"));
  writeFileSync(join(folder, "abuse.json"), JSON.stringify(rows, undefined, 2));
  return path;
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
