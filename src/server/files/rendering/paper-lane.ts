import { DomainError } from "../../../shared/problems/errors.ts";
import { type PaperChild, type PaperChildLimits, startPaperChild } from "./paper-child.ts";
import type { PaperRefusal } from "../../../shared/files/paper.ts";
import type { PaperReply, PaperRequest } from "./paper-messages.ts";

interface LaneLimits extends PaperChildLimits {
  tasksPerChild: number;
  idleLimit: number;
  onChildEnded: (refusal: PaperRefusal) => void;
}

/**
 * Runs at most one process. The process starts on demand, and is replaced after a failure or a number of
 * tasks.
 */
export function createPaperLane(limits: LaneLimits) {
  const { tasksPerChild, idleLimit, onChildEnded } = limits;
  let child: PaperChild | undefined;
  let done = 0;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;
  /** The latest task, so that `close` also waits for a process that is still starting. */
  let running: Promise<unknown> = Promise.resolve();

  async function ready(): Promise<PaperChild> {
    if (child?.alive()) return child;
    child = await startPaperChild(limits);
    done = 0;
    if (!closed) return child;
    await child.end();
    throw new DomainError("unavailable");
  }

  async function run(request: PaperRequest): Promise<PaperReply> {
    clearTimeout(idle);
    const current = await ready();
    const reply = await current.run(request);
    if (closed) throw new DomainError("unavailable");
    // Called here and not from an event of the process, so that the log line has the id of the request.
    if ("refusal" in reply && reply.isEnded) onChildEnded(reply.refusal);
    done += 1;
    if (("refusal" in reply && reply.spent) || done >= tasksPerChild) await current.end();
    else idle = setTimeout(() => void current.end(), idleLimit).unref();
    return reply;
  }

  return {
    /** @throws DomainError unavailable if the lane is closed before the task ends */
    run(request: PaperRequest): Promise<PaperReply> {
      const answer = run(request);
      running = answer.catch(() => {});
      return answer;
    },
    pid: (): number | undefined => (child?.alive() ? child.pid : undefined),
    async close(): Promise<void> {
      closed = true;
      clearTimeout(idle);
      await child?.end();
      await running;
    },
  };
}
