import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { showSteps } from "../lib/progress.ts";
import type { ReadingTask } from "./reading-process.ts";
import type { Reading } from "./score.ts";
import type { TestPage } from "./set/pages.ts";

const PROGRAM = join(import.meta.dirname, "reading-process.ts");
/** Processes that draw and read at the same time. */
const PROCESSES = 2;

/** Draws all pages that are missing, and then reads them. @returns the readings in the order of the pages */
export async function readAll(pages: TestPage[], task: Omit<ReadingTask, "page">): Promise<Reading[]> {
  await onProcesses(pages, { ...task, readers: [] }, "drawn");
  const readings = await onProcesses(pages, task, "read");
  return pages.flatMap(({ name }) => readings.filter(({ page }) => page === name));
}

async function onProcesses(
  pages: TestPage[],
  task: Omit<ReadingTask, "page">,
  step: string,
): Promise<Reading[]> {
  const progress = showSteps(pages.length);
  const left = [...pages];
  const readings: Reading[] = [];
  const work = async (): Promise<void> => {
    const child = fork(PROGRAM);
    try {
      for (let page = left.shift(); page; page = left.shift()) {
        readings.push(...(await performedBy(child, { ...task, page })));
        progress.step(`${page.name} ${step}`);
      }
    } finally {
      child.disconnect();
      await once(child, "exit");
    }
  };
  await Promise.all(Array.from({ length: PROCESSES }, work));
  progress.stop();
  return readings;
}

/** @throws Error if the process ends */
function performedBy(child: ChildProcess, task: ReadingTask): Promise<Reading[]> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error(`The process that read ${task.page.name} has ended.`));
    child.once("exit", onExit);
    child.once("message", (readings) => {
      child.off("exit", onExit);
      resolve(readings as Reading[]);
    });
    child.send(task);
  });
}
