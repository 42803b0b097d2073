import { z } from "zod";
import { type Handler, MAX_ATTEMPTS } from "../../platform/index.ts";
import { SEND_PILE, UNPACK_ZIP } from "./pile-jobs.ts";
import type { PilesService } from "./piles.service.ts";

/** The time limit for one job of a pile, in ms. A job sends ten rows, or takes the entries of a ZIP out. */
export const PILE_LIMIT = 600_000;

const pileJob = z.object({ pileId: z.string() });
const zipJob = z.object({ zipId: z.string() });

/** The handlers of the jobs of piles. */
export function pileHandlers(piles: Pick<PilesService, "runSend" | "runUnpack">): Record<string, Handler> {
  return {
    [SEND_PILE]: ({ payload, attempts }, signal) =>
      piles.runSend(pileJob.parse(JSON.parse(payload)).pileId, attempts >= MAX_ATTEMPTS, signal),
    [UNPACK_ZIP]: ({ payload, attempts }, signal) =>
      piles.runUnpack(zipJob.parse(JSON.parse(payload)).zipId, attempts, signal),
  };
}
