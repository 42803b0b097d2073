import { MB } from "../../../shared/text/bytes.ts";

/** The most characters of a response that is not the content of an object: a listing of 1,000 keys has up to 1.5 MB. */
const TEXT_BYTES = 4 * MB;
/** How deep the tags of a listing are nested. */
const DEPTH = 6;
const TAG = /<(\/?)([A-Za-z_][\w.-]*)[^<>]*?(\/?)>/g;

/** A response that no S3 service sends. */
export class OddResponse extends Error {}

/** A listing that has more than a place can have, or never ends. */
export class EndlessListing extends OddResponse {}

/**
 * Fetches like `fetch`, but ends a response that goes on and on, and refuses one whose tags would take the S3 client
 * minutes to parse. The content of an object is not read here: its reader counts the bytes.
 * @param onText gets each other content; it may throw
 */
export async function boundedFetch(
  input: RequestInfo | URL,
  init?: RequestInit,
  onText: (text: string) => void = () => {},
): Promise<Response> {
  const response = await fetch(input, init);
  const isContent = init?.method === "GET" && new Headers(init.headers).has("range");
  if (response.body === null || (isContent && response.ok)) return response;
  const text = await textOf(response.body);
  const isSafe = isNested(text);
  if (!isSafe && response.ok) throw new OddResponse("The response is malformed.");
  if (response.ok) onText(text);
  const { status, statusText, headers } = response;
  // A page of a proxy, for example, whose status says enough.
  return new Response(isSafe ? text : "", { status, statusText, headers });
}

async function textOf(body: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    // Leaving the loop ends the connection.
    if (bytes > TEXT_BYTES) throw new OddResponse("The response is too long.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Whether each `<` of a text begins a tag, each tag is closed, and none is too deep. */
function isNested(xml: string): boolean {
  const text = xml.replace(/^\uFEFF?\s*<\?xml[^<>]*\?>/, "");
  let signs = 0;
  for (let at = text.indexOf("<"); at !== -1; at = text.indexOf("<", at + 1)) signs += 1;
  const open: string[] = [];
  for (const [, end, name = "", isEmpty] of text.matchAll(TAG)) {
    signs -= 1;
    if (end) {
      if (open.pop() !== name) return false;
    } else if (!isEmpty && open.push(name) > DEPTH) return false;
  }
  return open.length === 0 && signs === 0;
}
