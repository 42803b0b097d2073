import { AGAIN, type Answer, callApi, LOGGED_OUT, pause, TOO_MANY } from "../../page/call-api.ts";
import type { DeskItem, DeskPage } from "../../page/context.ts";

const DESK = "/admin-dashboard/manage-questions";
/** The number of random bytes in the name of a request. */
const RANDOM = 12;

/** A page of text of an item's file. */
export interface ShownText {
  pages: { page: number; text?: string | undefined }[];
  isWaiting: boolean;
}

/** A new random name for a request, so that a repeated request decides only once. */
export const newRequestId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(RANDOM))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

async function load<T>(path: string): Promise<T | number | undefined> {
  const response = await fetch(DESK + path, { headers: { accept: "application/json" } }).catch(
    () => undefined,
  );
  if (!response) return undefined;
  if (!response.ok) return response.status;
  return (await response.json().catch(() => undefined)) as T | undefined;
}

/** @returns the data, the status of a refusal, or undefined without a connection */
export const loadItem = (id: string) => load<DeskItem>(`/item/${id}`);
export const loadText = (id: string) => load<ShownText>(`/item/${id}/text`);
export const loadRows = (params: URLSearchParams) => load<DeskPage>(`/rows?${params.toString()}`);

/** Calls the API of the desk. @param path after `/api/desk` */
export const callDesk = <T>(path: string, body: object = {}): Promise<Answer<T>> =>
  callApi<T>("POST", `/desk${path}`, body);

/** Why a decision that waited for the connection was dropped. */
export type Dropped = "loggedOut" | "otherAccount";

/** Waits until the server answers. @returns why the decision must not be sent again */
async function whyDrop(readerId: string): Promise<Dropped | undefined> {
  for (;;) {
    await pause(AGAIN);
    const found = await load<{ readerId: string }>("/rows?size=1");
    if (found === LOGGED_OUT) return "loggedOut";
    if (typeof found === "object") return found.readerId === readerId ? undefined : "otherAccount";
  }
}

/**
 * Sends a decision again and again until the server answers. It has a request id, so it is carried out once. It is sent
 * again only for the same account: another person may have logged in with this browser in the meantime.
 * @param onLost called with whether the connection is lost
 */
export async function sendDecision<T>(
  path: string,
  body: object,
  readerId: string,
  onLost: (isLost: boolean) => void,
): Promise<Exclude<Answer<T>, { isLost: true }> | { dropped: Dropped }> {
  for (;;) {
    const answer = await callDesk<T>(path, body);
    const isLost = "isLost" in answer;
    if (!isLost && !("status" in answer && answer.status === TOO_MANY)) {
      onLost(false);
      return "status" in answer && answer.status === LOGGED_OUT ? { dropped: "loggedOut" } : answer;
    }
    onLost(true);
    const dropped = await whyDrop(readerId);
    if (dropped) {
      onLost(false);
      return { dropped };
    }
  }
}

/** The progress of a decision about many items. @returns the status of a refusal, or undefined without a connection */
export async function findDecision<T>(id: string): Promise<T | number | undefined> {
  const response = await fetch(`/api/desk/decisions/${id}`).catch(() => undefined);
  if (!response) return undefined;
  return response.ok ? ((await response.json().catch(() => undefined)) as T | undefined) : response.status;
}
