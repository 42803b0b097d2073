import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Operation } from "../../../src/api/operation.ts";
import type { Engine } from "../platform/archive.ts";
import { pathsTo, rowCounts, validBodies } from "./bodies.ts";
import type { Answer } from "./site.ts";
import { openWorld, type World } from "./world.ts";

/**
 * A world for the tests of one `describe`. In these tests every refusal must have a reason and change no
 * table.
 * @returns the world with valid bodies and paths, once the tests run; and functions that collect and report
 * the outcome
 */
export function useRefusals(engine: Engine) {
  const here = {} as {
    world: World;
    bodyOf: (operation: Operation) => Record<string, unknown>;
    pathOf: (operation: Operation) => string;
    /** The number of rows in each table when the test began. */
    before: Record<string, number>;
    /** The problems that the test found, one line each. */
    wrong: string[];
  };

  beforeAll(async () => {
    here.world = await openWorld(engine);
    here.bodyOf = await validBodies(here.world.archive, here.world.admin.email);
    here.pathOf = await pathsTo(here.world.archive, here.world.admin.email);
  });
  beforeEach(async () => {
    here.wrong = [];
    here.before = await rowCounts(here.world.archive);
  });
  afterAll(() => here.world.archive.close());

  function expectAnswer(
    name: string,
    { status, body, text }: Answer,
    expected: number,
    field?: string,
  ): void {
    const { message, fields } = body?.error ?? {};
    const says = expected < 400 || (typeof message === "string" && message.length > 10);
    const names = field === undefined || (typeof fields?.[field] === "string" && fields[field].length > 5);
    if (status !== expected || !says || !names) here.wrong.push(`${name}: ${status} ${text.slice(0, 300)}`);
  }

  /** The problems found and the tables now, and the expected values: no problem, and unchanged tables. */
  async function outcome() {
    const { world, wrong, before } = here;
    const found = { wrong, counts: await rowCounts(world.archive), faults: world.site.faults };
    return [found, { wrong: [], counts: before, faults: [] }] as const;
  }

  return { here, expectAnswer, outcome };
}
