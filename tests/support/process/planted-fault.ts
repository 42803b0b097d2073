import type { JobKinds } from "../../../src/server/platform/index.ts";

/** The names of the environment variables with the kind of job that kills its process, and how. */
export const PLANTED_KIND = "PROSHNO_TEST_DYING_KIND";
export const PLANTED_WAY = "PROSHNO_TEST_WAY_TO_DIE";

/** How a planted job ends its process: by a signal, by V8 without memory, or by an error that nobody catches. */
export const waysToDie = {
  signal: () => void process.kill(process.pid, "SIGKILL"),
  memory() {
    const kept: number[][] = [];
    for (;;) kept.push(Array.from({ length: 1_000_000 }, Math.random));
  },
  error: () =>
    void setImmediate(() => {
      throw new Error("Nobody catches this.");
    }),
};
export type WayToDie = keyof typeof waysToDie;

/** Makes one kind of job kill its process. */
export function plantedIn(kinds: JobKinds): JobKinds {
  const { [PLANTED_KIND]: name = "", [PLANTED_WAY]: way = "signal" } = process.env;
  const kind = kinds[name];
  if (!kind) return kinds;
  const run = async () => {
    waysToDie[way as WayToDie]();
    await new Promise(() => {});
  };
  return { ...kinds, [name]: { ...kind, run } };
}
