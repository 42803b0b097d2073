import { lanes, type NewJob } from "../../platform/index.ts";

export const SEND_PILE = "sendPile";
export const UNPACK_ZIP = "unpackZip";

/** Sends the rows of a pile that wait. @param owner id of the account @param runAt the earliest time, in epoch milliseconds */
export const sendPileJob = (pileId: string, owner: string, runAt: number): NewJob => ({
  kind: SEND_PILE,
  payload: { pileId },
  lane: lanes.piles,
  owner,
  subject: pileId,
  runAt,
});

/** Takes the entries out of a ZIP. @param owner id of the account @param runAt the earliest time, in epoch milliseconds */
export const unpackZipJob = (zipId: string, owner: string, runAt?: number): NewJob => ({
  kind: UNPACK_ZIP,
  payload: { zipId },
  lane: lanes.piles,
  owner,
  subject: zipId,
  ...(runAt !== undefined && { runAt }),
});
