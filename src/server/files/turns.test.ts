import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { AskerGone, createTurns } from "./turns.ts";

const held = () => Promise.withResolvers<void>();

test("so many go at once, the others in their order, and no more may wait than there is room for", async () => {
  const turns = createTurns({ atOnce: 2, waiting: 2 });
  const holds = [held(), held(), held(), held()];
  const begun: number[] = [];
  const all = holds.map((hold, index) =>
    turns.take(async () => {
      begun.push(index);
      await hold.promise;
      if (index === 1) throw new Error("It failed");
    }),
  );
  await expect(turns.take(async () => {})).rejects.toMatchObject({ code: "unavailable" });
  expect(begun).toEqual([0, 1]);
  holds[1]?.resolve();
  await expect(all[1]).rejects.toThrow("It failed");
  await setImmediate();
  expect(begun).toEqual([0, 1, 2]);
  for (const hold of holds) hold.resolve();
  await Promise.all([all[0], all[2], all[3]]);
  expect(begun).toEqual([0, 1, 2, 3]);
  expect(await turns.take(async () => "free again")).toBe("free again");
});

test("who is gone gives up their place, and nothing is done for them", async () => {
  const turns = createTurns({ atOnce: 1, waiting: 1 });
  const hold = held();
  const first = turns.take(() => hold.promise);
  const leaving = new AbortController();
  let done = 0;
  const work = async () => (done += 1);
  const waiting = turns.take(work, leaving.signal);
  leaving.abort();
  await expect(waiting).rejects.toBeInstanceOf(AskerGone);
  await expect(turns.take(work, leaving.signal)).rejects.toBeInstanceOf(AskerGone);
  const next = turns.take(work);
  hold.resolve();
  await Promise.all([first, next]);
  expect(done).toBe(1);
});
