import type { Statuses } from "../at-once.ts";
import type { Waits } from "../waits.ts";
import { writeResult } from "../../lib/results.ts";
import type { Attacker } from "./table-options.ts";

/** The longest wait of another person that isn't flagged, in ms. */
export const LONGEST = 300;
/** The longest wait for a page from memory that isn't flagged, in ms. */
export const LONGEST_PAGE = 300;

/** What one line of the table measured. */
export interface Measured {
  name: string;
  attacker: Attacker;
  statuses: Statuses;
  /** The longest time until a response of the attacker, in ms. */
  slowest: number;
  /** The server's processor time by the number of requests, in ms, with that of the readers. */
  cpu: number;
  page: Waits;
  list: Waits;
  /** Whether background work of the requests went on when the measurement ended. */
  isUnfinished: boolean;
  /** Why nothing was measured. */
  problem?: string;
}

/** The table of one engine. */
export interface TableReport {
  engine: string;
  atOnce: number;
  items: number;
  /** The readers while nobody attacks. */
  quiet: { page: Waits; list: Waits };
  rows: Measured[];
}

/** Whether another person waited too long. */
export const isFlagged = ({ page, list }: Pick<Measured, "page" | "list">): boolean =>
  page.max > LONGEST_PAGE || list.max > LONGEST;

const whole = (ms: number) => String(Math.round(ms));
const statusesOf = (statuses: Statuses): string =>
  Object.entries(statuses)
    .map(([status, count]) => `${status} × ${count}`)
    .join(", ");

/** The report as Markdown. The worst rows come first. */
export function asMarkdown({ engine, atOnce, items, quiet, rows }: TableReport): string {
  const worst = ({ page, list }: Measured) => Math.max(page.max, list.max);
  const sorted = rows.toSorted((a, b) => worst(b) - worst(a));
  const measured = rows.filter(({ problem }) => problem === undefined);
  const flagged = measured.filter(isFlagged).length;
  const quietOf = ({ p50, p99, max }: Waits) =>
    `p50 ${whole(p50)}, p99 ${whole(p99)}, longest ${whole(max)} ms`;
  return [
    `## ${atOnce} equal requests at once on ${engine}, ${items} items`,
    "",
    `Nobody attacks: a page ${quietOf(quiet.page)}; a list ${quietOf(quiet.list)}. ` +
      `${flagged} of ${measured.length} rows make others wait above ${LONGEST} ms.`,
    "",
    "| Call or action | Who | Statuses | Page, longest | List, longest | List, p99 | Attacker, slowest | Processor for one | |",
    "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | --- |",
    ...sorted.map(lineOf),
    "",
  ].join("\n");
}

function lineOf({ name, attacker, statuses, problem, ...measured }: Measured): string {
  const { page, list, slowest, cpu, isUnfinished } = measured;
  const notes = [
    isFlagged(measured) && "above",
    isUnfinished && "jobs go on",
    page.busy + list.busy > 0 && "others got 503",
    page.failed + list.failed > 0 && "others got errors",
    problem,
  ].filter(Boolean);
  const times = [page.max, list.max, list.p99, slowest, cpu].map(whole);
  const cells = [name.replaceAll("|", "·"), attacker, statusesOf(statuses), ...times, notes.join(", ")];
  return `| ${cells.join(" | ")} |`;
}

/** Writes the report as Markdown and JSON. @returns the path of the Markdown */
export function writeTable(report: TableReport): string {
  const name = `abuse-table-${report.engine}`;
  writeResult(`${name}.json`, report);
  return writeResult(`${name}.md`, asMarkdown(report));
}
