import type { PileMessages } from "../../../shared/messages/en-pile-screen.ts";
import { countGroups } from "./groups.ts";
import type { ShownRow } from "./pile-view.ts";

/** The statuses of the rows when the person sent them, by id. */
export type SendAttempt = ReadonlyMap<string, ShownRow["status"]>;

export const attemptOf = (rows: ShownRow[]): SendAttempt =>
  new Map(rows.map(({ id, status }) => [id, status]));

/** Whether a moderator still has to decide on a sent paper. An item that was deleted waits for nobody. */
export const isPending = ({ itemStatus }: ShownRow): boolean => itemStatus === "Pending";

/** So many papers are named. */
const MAX_NAMES = 5;

/** Says how many papers are being sent; at the end, how many were sent, and which were not. */
export function sentText(
  rows: ShownRow[],
  attempt: SendAttempt | undefined,
  words: PileMessages["foot"],
): string {
  const { sending } = countGroups(rows);
  if (sending > 0) return words.sending(sending);
  if (!attempt) return "";
  const fresh = rows.filter(({ id, status }) => status === "sent" && attempt.get(id) !== "sent");
  const pending = fresh.filter(isPending).length;
  const isHeld = (status: ShownRow["status"] | undefined) => status === "failed" || status === "duplicate";
  const unsent = rows
    .filter(({ id, status }) => attempt.has(id) && isHeld(status) && !isHeld(attempt.get(id)))
    .map(({ fields, label }) => fields["code"]?.value ?? label);
  return [
    ...(fresh.length > 0 ? [words.sent(fresh.length, pending)] : []),
    ...(unsent.length > 0 ? [words.unsent(unsent.slice(0, MAX_NAMES), unsent.length)] : []),
  ].join(" ");
}
