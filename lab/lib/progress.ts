import { Presets, SingleBar } from "cli-progress";

export interface Progress {
  /** @param name the step that ended */
  step(name: string): void;
  /** Removes the bar. A second call does nothing. */
  stop(): void;
}

/** Shows the progress of a long measurement. @param total the number of steps */
export type ShowSteps = (total: number) => Progress;

/** Shows a bar on a terminal, otherwise one line per step. */
export const showSteps: ShowSteps = (total) => {
  const stream = process.stderr;
  let done = 0;
  if (!stream.isTTY) {
    return { step: (name) => void stream.write(`${(done += 1)}/${total} ${name}\n`), stop() {} };
  }
  const format = "{bar} {value}/{total} | {eta_formatted} left | {name}";
  const bar = new SingleBar({ stream, format, hideCursor: true, etaBuffer: 20 }, Presets.shades_classic);
  bar.start(total, 0, { name: "" });
  return { step: (name) => bar.increment(1, { name }), stop: () => bar.isActive && bar.stop() };
};
