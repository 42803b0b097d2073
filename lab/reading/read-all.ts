import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { ShowSteps } from "../lib/progress.ts";
import type { ReadingTask } from "./reading-process.ts";
import type { Reading } from "./score.ts";
import type { TestPage } from "./set/pages.ts";

const PROGRAM = join(import.meta.dirname, "reading-process.ts");
/** Processes that draw and read at the same time. */
const PROCESSES = 2;

/** Draws all pages that are missing, and then reads them. @returns the readings in the order of the pages */
export async function readAll(
  pages: TestPage[],
  task: Omit<ReadingTask, "page">,
  showSteps: ShowSteps,
): Promise<Reading[]> {
  const drawn = showSteps(pages.length);
  await onProcesses(pages, { ...task, readers: [] }, (name) => drawn.step(`${name} drawn`));
  drawn.stop();
  const read = showSteps(pages.length);
  const readings = await onProcesses(pages, task, (name) => read.step(`${name} read`));
  read.stop();
  return pages.flatMap(({ name }) => readings.filter(({ page }) => page === name));
}

async function onProcesses(
  pages: TestPage[],
  task: Omit<ReadingTask, "page">,
  onPage: (name: string) => void,
): Promise<Reading[]> {
  const left = [...pages];
  const readings: Reading[] = [];
  const work = async (): Promise<void> => {
    const child = fork(PROGRAM);
    try {
      for (let page = left.shift(); page; page = left.shift()) {
        readings.push(...(await performedBy(child, { ...task, page })));
        onPage(page.name);
      }
    } finally {
      child.disconnect();
      await once(child, "exit");
    }
  };
  await Promise.all(Array.from({ length: PROCESSES }, work));
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
