import { setTimeout as sleep } from "node:timers/promises";
import { ask, type Watched } from "./stale-checker.ts";

/** The pause between two questions about the progress of a decision, in ms. */
const PAUSE = 50;

interface Decision {
  id: string;
  state: string;
  counts: Record<string, number>;
}

export interface GroupOptions {
  /** Pending items. */
  group: readonly Watched[];
  /** @returns the address of a process */
  origin: () => string;
  /** The cookie of an admin. */
  cookie: string;
  isDone: () => boolean;
}

/**
 * Approves many items in one decision of the desk, and undoes it, again and again.
 * @returns how many decisions and undos were carried out
 */
export async function decideGroup({ group, origin, cookie, isDone }: GroupOptions): Promise<number> {
  const send = async (path: string, body?: object): Promise<Decision> => {
    for (;;) {
      const asked = body ? { method: "POST", cookie, body: JSON.stringify(body) } : { cookie };
      const { status, text } = await ask(origin(), `/api/desk/decisions${path}`, asked);
      if (status === 200) return JSON.parse(text) as Decision;
      // A server that is too busy answers 503. The request has a name, so it is carried out once.
      if (status !== 503) throw new Error(`A decision was refused: ${status} ${text}`);
    }
  };
  const change = async (status: Watched["status"], act: () => Promise<Decision>): Promise<Decision> => {
    for (const item of group) {
      item.epoch += 1;
      item.isChanging = true;
    }
    let decision = await act();
    while (decision.state === "running" || decision.state === "undoing") {
      await sleep(PAUSE);
      decision = await send(`/${decision.id}`);
    }
    for (const item of group) {
      item.status = status;
      item.epoch += 1;
      item.isChanging = false;
    }
    return decision;
  };
  let changes = 0;
  while (!isDone()) {
    const items = group.map(({ id }) => ({ id }));
    const body = { requestId: `stale${changes}`, action: "approve", items };
    const approved = await change("Approved", () => send("", body));
    const undone = await change("Cancelled", () => send(`/${approved.id}/undo`, {}));
    for (const { counts } of [approved, undone])
      if ((counts["done"] ?? counts["undone"]) !== group.length)
        throw new Error(`Items were skipped: ${JSON.stringify(counts)}`);
    changes += 2;
  }
  return changes;
}
