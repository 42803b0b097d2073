import { z } from "zod";
import type { JobKinds } from "../../platform/index.ts";
import { DECIDE_MANY, type DeskDecisionsService } from "./desk-decisions.service.ts";

/** The time limit for one job of the desk, in ms. A decision has at most 1,000 items. */
export const DESK_LIMIT = 600_000;

const payloadSchema = z.object({ decision: z.string() });

/** The handler of large decisions. */
export function deskHandlers(deskDecisions: Pick<DeskDecisionsService, "run">): JobKinds {
  return {
    [DECIDE_MANY]: {
      bytes: "ours",
      run: ({ payload }, signal) =>
        deskDecisions.run(payloadSchema.parse(JSON.parse(payload)).decision, signal),
    },
  };
}
