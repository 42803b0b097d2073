import { Presets, SingleBar } from "cli-progress";

/** Without a terminal, for example in a log, a line is written every 10%. */
const STEP = 10;

export interface Progress {
  /** @param done the completed units of the total @param count the number that is shown, such as rows */
  update(done: number, count: number): void;
  /** Writes whole lines above the bar. Resolves when the terminal or pipe has accepted them. */
  print(text: string): Promise<void>;
  stop(): void;
}

/**
 * The average number of rows per second.
 * @param since the start time, from `performance.now()`
 */
export function perSecond(rows: number, since: number): string {
  return Math.round((rows * 1000) / Math.max(performance.now() - since, 1)).toLocaleString("en");
}

/**
 * Shows the progress of a long task: a bar on a terminal, otherwise lines.
 * @param total the number of units that `update` counts, such as bytes
 * @param things what the shown number counts
 */
export function showProgress(
  total: number,
  stream: NodeJS.WriteStream = process.stderr,
  things = "rows",
): Progress {
  return stream.isTTY ? bar(total, stream, things) : lines(total, stream, things);
}

/**
 * Shows how many things are done, as soon as the total is known.
 * @param things what is counted
 */
export function countThings(things: string) {
  let progress: Progress | undefined;
  return {
    on(done: number, total: number): void {
      progress ??= showProgress(total, process.stderr, things);
      progress.update(done, done);
    },
    stop(): void {
      progress?.stop();
    },
  };
}

function bar(total: number, stream: NodeJS.WriteStream, things: string): Progress {
  const start = performance.now();
  const shown = new SingleBar(
    {
      stream,
      format: `{bar} {percentage} % | {count} ${things} | {rate} ${things}/s | {eta_formatted} left`,
      hideCursor: true,
    },
    Presets.shades_classic,
  );
  shown.start(total, 0, { count: 0, rate: 0 });
  return {
    update: (done, rows) =>
      shown.update(done, { count: rows.toLocaleString("en"), rate: perSecond(rows, start) }),
    // Clears the bar's line for the text. The next update draws the bar again below the text.
    print: (text) => write(stream, `\r\u001B[K${text}`),
    stop: () => shown.stop(),
  };
}

const write = (stream: NodeJS.WriteStream, text: string): Promise<void> =>
  new Promise((resolve, reject) => stream.write(text, (error) => (error ? reject(error) : resolve())));

function lines(total: number, stream: NodeJS.WriteStream, things: string): Progress {
  const start = performance.now();
  let next = STEP;
  return {
    update(done, rows) {
      const percent = Math.floor((100 * done) / Math.max(total, 1));
      // The line for 100% is left out, because the final report says more.
      if (percent < next || percent >= 100) return;
      next = percent - (percent % STEP) + STEP;
      stream.write(
        `${percent} % | ${rows.toLocaleString("en")} ${things} | ${perSecond(rows, start)} ${things}/s\n`,
      );
    },
    print: (text) => write(stream, text),
    stop() {},
  };
}
