import { z } from "zod";
import { type JobKinds, MAX_ATTEMPTS } from "../../platform/index.ts";
import { SEND_PILE, UNPACK_ZIP } from "./pile-jobs.ts";
import type { PilesService } from "./piles.service.ts";

/** The time limit for one job of a pile, in ms. A job sends ten rows, or takes the entries of a ZIP out. */
export const PILE_LIMIT = 600_000;

const pileJob = z.object({ pileId: z.string() });
const zipJob = z.object({ zipId: z.string() });

/** The handlers of the jobs of piles. */
export function pileHandlers(
  piles: Pick<PilesService, "runSend" | "runUnpack" | "sendStopped" | "unpackStopped">,
): JobKinds {
  const pileOf = (payload: string) => pileJob.parse(JSON.parse(payload)).pileId;
  const zipOf = (payload: string) => zipJob.parse(JSON.parse(payload)).zipId;
  return {
    [SEND_PILE]: {
      bytes: "strangers",
      run: ({ payload, attempts }, signal) =>
        piles.runSend(pileOf(payload), attempts >= MAX_ATTEMPTS, signal),
      refuse: ({ payload }) => piles.sendStopped(pileOf(payload)),
    },
    [UNPACK_ZIP]: {
      bytes: "strangers",
      run: ({ payload, attempts }, signal) => piles.runUnpack(zipOf(payload), attempts, signal),
      refuse: ({ payload }) => piles.unpackStopped(zipOf(payload)),
    },
  };
}
