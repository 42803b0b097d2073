import { readdirSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { MEMORY } from "./metric-names.ts";
import { keepPeaks } from "./peaks.ts";
import type { Registry } from "./registry.ts";

/** How precisely the delay of the event loop is measured, in ms. */
const RESOLUTION = 20;
const NANO = 1e9;
const QUANTILES = { "0.5": 50, "0.99": 99, "1": 100 };
/** The length of a window of the delay, in ms. Prometheus scrapes at least as often by default. */
const WINDOW = 60_000;

/** Adds memory, open handles, event loop delay and uptime of this process. */
export function addProcessMetrics({ gauge }: Registry): void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  const loop = "proshno_event_loop_delay_seconds";
  const loopHelp = "Delay of the event loop in the last one to two minutes, in the slowest process.";
  // The timer itself takes `RESOLUTION` ms, so only the rest is delay.
  const seconds = (value: number) => Math.max(0, value / NANO - RESOLUTION / 1_000);
  const peaks = keepPeaks(
    () =>
      Object.values(QUANTILES).map((percent) => (delay.count > 0 ? seconds(delay.percentile(percent)) : 0)),
    () => delay.reset(),
    WINDOW,
  );
  gauge({ name: loop, help: loopHelp, labels: ["quantile"], merge: "max" }, () => {
    const values = peaks();
    return Object.keys(QUANTILES).map((name, index) => [[name], values[index] as number]);
  });
  gauge({ name: MEMORY, help: "Resident memory of the processes together." }, () => [
    [[], process.memoryUsage.rss()],
  ]);
  gauge({ name: "proshno_process_heap_bytes", help: "Used JavaScript heap." }, () => [
    [[], process.memoryUsage().heapUsed],
  ]);
  gauge({ name: "proshno_process_open_fds", help: "Open file descriptors, on Linux." }, () =>
    openFiles().map((count) => [[], count]),
  );
  const handles = "proshno_process_active_resources";
  gauge({ name: handles, help: "Sockets, timers and requests that keep Node busy." }, () => [
    [[], process.getActiveResourcesInfo().length],
  ]);
  const uptime = "proshno_uptime_seconds";
  gauge({ name: uptime, help: "Time since the start of the oldest process.", merge: "max" }, () => [
    [[], process.uptime()],
  ]);
  gauge({ name: "proshno_processes", help: "Processes that handle requests." }, () => [[[], 1]]);
}

/** @returns an empty list on systems without `/proc` */
function openFiles(): number[] {
  try {
    return [readdirSync("/proc/self/fd").length];
  } catch {
    return [];
  }
}
