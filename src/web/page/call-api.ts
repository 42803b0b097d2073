/** The result of a call: its body, the problems by field, or no answer. */
export type Answer<T> =
  | { body: T }
  | { problems: Record<string, string>; message: string; status: number }
  | { isLost: true };

/** The message of an error response (api/errors.ts). */
interface ErrorBody {
  error?: { message?: string; fields?: Record<string, string> };
}

export const LOGGED_OUT = 401;
export const TOO_MANY = 429;
/** The delay before a call is sent again, in ms. */
export const AGAIN = 2_000;
const FAULT = 500;
/** Browsers keep at most 64 kB alive. */
const KEPT_ALIVE = 10_000;

export const pause = (ms: number): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, ms);
  return promise;
};

/** Calls the API. @param path after `/api` */
export async function callApi<T>(method: "POST" | "PUT", path: string, body: object): Promise<Answer<T>> {
  const text = JSON.stringify(body);
  const response = await fetch(`/api${path}`, {
    method,
    headers: { "content-type": "application/json" },
    body: text,
    // A small change arrives also if the person closes the tab at once.
    keepalive: text.length < KEPT_ALIVE,
  }).catch(() => undefined);
  // A fault of the server (500) would come again; the other errors from 500 on pass.
  if (!response || response.status > FAULT) return { isLost: true };
  const answer = (await response.json().catch(() => undefined)) as (T & ErrorBody) | undefined;
  if (answer === undefined) return { isLost: true };
  if (response.ok) return { body: answer };
  const { message = "", fields = {} } = answer.error ?? {};
  return { problems: fields, message, status: response.status };
}
