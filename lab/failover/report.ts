import type { Table } from "../lib/tables.ts";
import { faultNames } from "./faults.ts";
import type { FaultResult } from "./results.ts";

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);

function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

/** A sentence for each thing that must not happen. */
export const violationsOf = ({ fault, what, at, lost, exposed, problems }: FaultResult): string[] =>
  [...lost, ...exposed, ...problems].map((said) => `${at} ${fault} (${what}): ${said}`);

/** One line about a fault that has just ended. */
export function lineOf(result: FaultResult): string {
  const { fault, what, writeGap, readGap, whole, acknowledged, read, lost, exposed, problems } = result;
  const failures = Object.entries(result.failures).map(([name, count]) => `${name} × ${count}`);
  return (
    `${fault} (${what}): no write for ${seconds(writeGap)} s, no read for ${seconds(readGap)} s, whole ${seconds(whole)} s ` +
    `after its end; ${acknowledged} acknowledged, ${lost.length} lost, ${read} read, ${exposed.length} exposed, ` +
    `${problems.length} problems; ${failures.join(", ") || "no failure"}`
  );
}

/** What was broken, without the number of the machine: "kill-leader (PostgreSQL)". */
const kindOf = ({ fault, what }: FaultResult): string =>
  `${fault} (${what.replace(/ of \w+$/, "").replaceAll(/\d/g, "")})`;

/** A row for each kind of fault that has happened. */
export function tableOf(results: FaultResult[]): Table {
  const head = "fault,times,no write p50,max,no read p50,max,writes,lost,reads,exposed".split(",");
  const kinds = faultNames.flatMap((name) => {
    const own = results.filter(({ fault }) => fault === name);
    return [...new Set(own.map(kindOf))].toSorted();
  });
  const rows = kinds.map((kind) => {
    const own = results.filter((result) => kindOf(result) === kind);
    const [writes, reads] = [own.map(({ writeGap }) => writeGap), own.map(({ readGap }) => readGap)];
    const sum = (of: (result: FaultResult) => number) => own.reduce((total, one) => total + of(one), 0);
    return [
      kind,
      String(own.length),
      `${seconds(median(writes))} s`,
      `${seconds(Math.max(...writes))} s`,
      `${seconds(median(reads))} s`,
      `${seconds(Math.max(...reads))} s`,
      sum(({ acknowledged }) => acknowledged).toLocaleString("en"),
      String(sum(({ lost }) => lost.length)),
      sum(({ read }) => read).toLocaleString("en"),
      String(sum(({ exposed }) => exposed.length)),
    ];
  });
  return [head, ...rows];
}
