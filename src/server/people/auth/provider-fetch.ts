import type { CustomFetch } from "openid-client";

/** The maximum size of a provider's uncompressed response, in bytes. Real responses are a few kB. */
const ANSWER_MAX = 256_000;

/** Thrown for a response above `ANSWER_MAX`. */
export class AnswerTooLarge extends Error {}

/**
 * A `fetch` for a provider's responses. It reads at most `ANSWER_MAX` bytes, within the time limit of the
 * request's signal.
 * @throws AnswerTooLarge
 */
export const providerFetch: CustomFetch = async (url, options) => {
  const answer = await fetch(url, options as RequestInit);
  if (!answer.body) return answer;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body) {
    size += chunk.length;
    // The throw ends the loop, which closes the connection.
    if (size > ANSWER_MAX) throw new AnswerTooLarge(`an answer has more than ${ANSWER_MAX} bytes`);
    chunks.push(chunk);
  }
  const { status, statusText, headers } = answer;
  return new Response(Buffer.concat(chunks), { status, statusText, headers });
};
