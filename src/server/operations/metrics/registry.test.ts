import { describe, expect, it } from "vitest";
import { mergeSnapshots, withoutGauges } from "../../../shared/operations/metric-snapshot.ts";
import { exposition } from "./exposition.ts";
import { createRegistry } from "./registry.ts";

/** The metrics of one process. */
function measured(requests: number, delay: number) {
  const registry = createRegistry();
  const count = registry.counter({ name: "requests_total", help: "Requests.", labels: ["route"] });
  const observe = registry.histogram({
    name: "seconds",
    help: "Time.",
    labels: ["route"],
    buckets: [0.1, 1],
  });
  registry.gauge({ name: "delay", help: "Delay.", merge: "max" }, () => [[[], delay]]);
  registry.gauge({ name: "memory", help: "Memory." }, () => [[[], 10]]);
  count(["/"], requests);
  for (const value of [0.05, 0.1, 0.5, 3]) observe(value, ["/"]);
  return registry.snapshot();
}

describe("the metrics as text", () => {
  it("add up the buckets of a histogram, with its sum and its count", () => {
    const text = exposition(measured(1, 0));
    expect(text.split("\n").filter((line) => line.startsWith("seconds"))).toEqual([
      'seconds_bucket{route="/",le="0.1"} 2',
      'seconds_bucket{route="/",le="1"} 3',
      'seconds_bucket{route="/",le="+Inf"} 4',
      'seconds_sum{route="/"} 3.65',
      'seconds_count{route="/"} 4',
    ]);
  });

  it("have a help and a type line for each metric, and end with a line break", () => {
    const text = exposition(measured(7, 0));
    expect(text).toContain(
      '# HELP requests_total Requests.\n# TYPE requests_total counter\nrequests_total{route="/"} 7\n',
    );
    expect(text.endsWith("\n")).toBe(true);
  });

  it("escape backslashes, quotes and line breaks of label values", () => {
    const registry = createRegistry();
    registry.counter({ name: "odd", help: "a\\b", labels: ["label"] })(['"\\\n']);
    expect(exposition(registry.snapshot())).toBe(
      '# HELP odd a\\\\b\n# TYPE odd counter\nodd{label="\\"\\\\\\n"} 1\n',
    );
  });
});

describe("the metrics of several processes", () => {
  it("are added up, and a delay is the largest one", () => {
    const text = exposition(mergeSnapshots([measured(3, 5), measured(4, 2)]));
    expect(text).toContain('requests_total{route="/"} 7\n');
    expect(text).toContain('seconds_count{route="/"} 8\n');
    expect(text).toContain("delay 5\n");
    expect(text).toContain("memory 20\n");
  });

  it("don't change the metrics of one process", () => {
    const one = measured(3, 5);
    mergeSnapshots([one, measured(4, 2)]);
    expect(one).toEqual(measured(3, 5));
  });

  it("are not added up if two releases measure differently: the newer release counts", () => {
    const older = measured(3, 5).map((family) =>
      family.name === "requests_total" ? { ...family, labels: ["path"] } : { ...family, buckets: [0.5] },
    );
    const text = exposition(mergeSnapshots([older, measured(4, 2)]));
    expect(text).toContain('requests_total{route="/"} 4\n');
    expect(text).toContain('seconds_count{route="/"} 4\n');
  });

  it("keep the counts of an ended process, but not its memory", () => {
    const text = exposition(mergeSnapshots([withoutGauges(measured(3, 5)), measured(4, 2)]));
    expect(text).toContain('requests_total{route="/"} 7\n');
    expect(text).toContain("memory 10\n");
  });
});

it("a metric keeps at most 5,000 combinations of labels, and counts all others in one row", () => {
  const registry = createRegistry();
  const count = registry.counter({ name: "many", help: "Many.", labels: ["first", "second"] });
  for (let index = 0; index < 6_000; index += 1) count([`${index}`, "one"]);
  const { rows = [] } = registry.snapshot()[0] ?? {};
  expect(rows).toHaveLength(5_000);
  expect(rows.at(-1)).toEqual([["other", "other"], [1_001]]);
});

it("a snapshot doesn't change with later measurements", () => {
  const registry = createRegistry();
  const count = registry.counter({ name: "one", help: "One." });
  const before = registry.snapshot();
  count();
  expect(before[0]?.rows).toEqual([[[], [0]]]);
});
