import { type Answer, callApi } from "../../page/call-api.ts";
import type { ShownItem, ShownQueue } from "./desk-view.ts";

const DESK = "/admin-dashboard/manage-questions";
/** The delay before a call is sent again, in ms. */
const AGAIN = 2_000;
const LOGGED_OUT = 401;
const MANY = 429;
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
export const loadItem = (id: string) => load<ShownItem>(`/item/${id}`);
export const loadText = (id: string) => load<ShownText>(`/item/${id}/text`);
export const loadRows = (params: URLSearchParams) => load<ShownQueue>(`/rows?${params.toString()}`);

/** Calls the API of the desk. @param path after `/api/desk` */
export const callDesk = <T>(path: string, body: object = {}): Promise<Answer<T>> =>
  callApi<T>("POST", `/desk${path}`, body);

/**
 * Sends a decision again and again until the server answers. It has a request id, so it is carried out once.
 * @param onLost called with whether the connection is lost
 */
export async function sendDecision<T>(
  path: string,
  body: object,
  onLost: (isLost: boolean) => void,
): Promise<Exclude<Answer<T>, { isLost: true }>> {
  for (;;) {
    const answer = await callDesk<T>(path, body);
    const isEarly = "status" in answer && (answer.status === MANY || answer.status === LOGGED_OUT);
    if (!("isLost" in answer) && !isEarly) {
      onLost(false);
      return answer;
    }
    onLost(true);
    const { promise, resolve } = Promise.withResolvers<void>();
    setTimeout(resolve, AGAIN);
    await promise;
  }
}

/** The progress of a decision about many items. */
export async function findDecision<T>(id: string): Promise<T | undefined> {
  const response = await fetch(`/api/desk/decisions/${id}`).catch(() => undefined);
  return response?.ok ? ((await response.json()) as T) : undefined;
}
