import type { CustomFetch } from "openid-client";

/** The maximum size of a provider's uncompressed response, in bytes. Real responses are a few kB. */
const MAX_RESPONSE_BYTES = 256_000;

/** Thrown for a response above `MAX_RESPONSE_BYTES`. */
export class ResponseTooLarge extends Error {}

/**
 * A `fetch` for a provider's responses. It reads at most `MAX_RESPONSE_BYTES` bytes, within the time limit of the
 * request's signal.
 * @throws ResponseTooLarge
 */
export const providerFetch: CustomFetch = async (url, options) => {
  const answer = await fetch(url, options as RequestInit);
  if (!answer.body) return answer;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body) {
    size += chunk.length;
    // The throw ends the loop, which closes the connection.
    if (size > MAX_RESPONSE_BYTES)
      throw new ResponseTooLarge(`an answer has more than ${MAX_RESPONSE_BYTES} bytes`);
    chunks.push(chunk);
  }
  const { status, statusText, headers } = answer;
  return new Response(Buffer.concat(chunks), { status, statusText, headers });
};
