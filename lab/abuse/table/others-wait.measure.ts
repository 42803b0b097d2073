import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Engine } from "../../../tests/support/platform/archive.ts";
import { figuresOf } from "../../lib/process-figures.ts";
import { sendAtOnce } from "../at-once.ts";
import { type Waited, waitsOf } from "../waits.ts";
import { allLines, type Line } from "./chosen-rows.ts";
import { costlyLines } from "./costly-calls.ts";
import { asMarkdown, isFlagged, type Measured, type TableReport, writeTable } from "./report.ts";
import { openTableWorld, type TableWorld } from "./table-world.ts";
import { readOptions } from "./table-options.ts";

/** How long the readers are measured without an attack, in ms. */
const QUIET = 5_000;
const options = readOptions();

test.each(options.engines)("no row makes others wait too long on %s", async (engine) => {
  const rows = await measure(engine);
  expect(rows.filter(isFlagged).map(({ name, attacker }) => `${name}, ${attacker}`)).toEqual([]);
});

async function measure(engine: Engine): Promise<Measured[]> {
  const world = await openTableWorld(engine, options.items);
  try {
    const lines = [...allLines(world.matrix), ...costlyLines(world.matrix)].filter(
      ({ name, attacker }) =>
        options.rows.every((part) => `${name} ${attacker}`.toLowerCase().includes(part.toLowerCase())) &&
        options.attackers.includes(attacker),
    );
    await world.readers.take();
    await pause(QUIET);
    const quiet = bothOf(await world.readers.take());
    const rows: Measured[] = [];
    const end = performance.now() + options.minutes * 60_000;
    for (const line of lines) {
      if (performance.now() > end) rows.push(unmeasured(line, "no time was left"));
      else rows.push(await measured(world, line).catch((error: unknown) => unmeasured(line, String(error))));
      const last = rows.at(-1) as Measured;
      const waits = `page ${Math.round(last.page.max)} ms, list ${Math.round(last.list.max)} ms`;
      const note =
        last.problem ?? `${JSON.stringify(last.statuses)} ${waits}${isFlagged(last) ? " ABOVE" : ""}`;
      console.log(`${engine} ${rows.length}/${lines.length} ${line.name}, ${line.attacker}: ${note}`);
    }
    const report: TableReport = { engine, atOnce: options.atOnce, items: options.items, quiet, rows };
    console.log(`\n${asMarkdown(report)}\n${writeTable(report)}`);
    return rows;
  } finally {
    await world.close();
  }
}

const bothOf = (samples: Waited[]) => ({ page: waitsOf(samples, "page"), list: waitsOf(samples, "list") });

const unmeasured = ({ name, attacker }: Line, problem: string): Measured => ({
  name,
  attacker,
  statuses: {},
  slowest: 0,
  cpu: 0,
  ...bothOf([]),
  isUnfinished: false,
  problem,
});

/** Sends the request of one line many times at once. The readers count until the work of the requests is done. */
async function measured(world: TableWorld, line: Line): Promise<Measured> {
  await world.reset();
  const request = await line.prepare();
  if (!request) return unmeasured(line, "no request is known");
  await world.settle();
  await world.readers.take();
  const pid = world.server.process.pid as number;
  const before = figuresOf(pid).cpu;
  const { statuses, slowest } = await sendAtOnce(world.server.origin, request, options.atOnce);
  const isDone = await world.settle();
  const both = bothOf(await world.readers.take());
  const cpu = (figuresOf(pid).cpu - before) / options.atOnce / 1_000;
  const { name, attacker } = line;
  return { name, attacker, statuses, slowest, cpu, ...both, isUnfinished: !isDone };
}
