import { startPostgres } from "../../tests/support/platform/postgres.ts";
import { defineExperiment } from "../lib/experiment.ts";
import { choices, flag, number, text, texts, type Values, whole } from "../lib/options.ts";
import { runTests } from "../lib/run-tests.ts";
import { asText, type Table } from "../lib/tables.ts";
import { scenarios } from "./scenarios.ts";
import { attackers, type TableOptions } from "./table/table-options.ts";
import { type Figure, openAbuseWorld, type Scenario } from "./world.ts";

const options = {
  only: choices(
    scenarios.map(({ name }) => name),
    "only some attacks",
  ),
  engine: choices(["sqlite", "postgres"], "the databases"),
  product: text(
    "",
    "the folder of another built checkout to attack, to compare figures before and after a change",
  ),
  table: flag(
    "sends equal requests of every call and action at once, and writes a table of how long others wait",
  ),
  rows: texts("of the table: only rows whose name contains these texts"),
  as: choices(attackers, "of the table: only some attackers"),
  "at-once": whole(50, "of the table: equal requests"),
  items: whole(10_000, "of the table: items of the archive"),
  minutes: number(15, "of the table: the most for an engine"),
};
type Attack = Values<typeof options>;

/** The name of the files of results. */
const RESULTS = "abuse";

interface Row extends Figure {
  scenario: string;
  engine: string;
}

export const experiment = defineExperiment({
  about: `Attacks a running server like strangers and students could, and measures how long others wait. It fails if a figure is above
its limit.`,
  options,
  needs: () => ["build", "programs"],
  async run({ values, write }) {
    if (values.table) return runTable(values);
    const rows: Row[] = [];
    const postgres = await startPostgres();
    try {
      for (const scenario of scenarios.filter(({ name }) => values.only.includes(name)))
        rows.push(...(await onEachEngine(scenario, postgres.url, values)));
    } finally {
      await postgres.stop();
    }
    const table = [["attack", "engine", "figure", "measured", "at most"], ...rows.map(lineOf)];
    write(`${RESULTS}.json`, rows);
    console.log(`\n${asText(table)}\n\n${write(`${RESULTS}.md`, markdownOf(table))}`);
    return rows.length > 0 && rows.every((row) => !isAbove(row)) ? 0 : 1;
  },
});

async function onEachEngine(scenario: Scenario, postgresUrl: string, values: Attack): Promise<Row[]> {
  const rows: Row[] = [];
  for (const engine of scenario.engines.filter((one) => values.engine.includes(one))) {
    console.log(`${scenario.name} on ${engine} …`);
    const { env } = scenario;
    const world = await openAbuseWorld({ engine, postgresUrl, product: values.product || undefined, env });
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
async function runTable(values: Attack): Promise<number> {
  const { engine: engines, rows, as, "at-once": atOnce, items, minutes } = values;
  const chosen: TableOptions = { engines, rows, attackers: as, atOnce, items, minutes };
  const env = { ABUSE_TABLE: JSON.stringify(chosen) };
  return (await runTests(["--config", "lab/abuse/table/vitest.config.ts"], { env })).code;
}

function markdownOf([head = [], ...lines]: Table): string {
  const cells = (row: string[]) => `| ${row.join(" | ")} |`;
  return [cells(head), cells(head.map(() => "---")), ...lines.map(cells), ""].join("\n");
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
