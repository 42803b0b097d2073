import { DomainError } from "../../../shared/problems/errors.ts";
import { MAX_FIELDS } from "../../../shared/problems/max-fields.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

/**
 * Counts the keys of a JSON text while it arrives. In valid JSON, each colon outside a string follows a key.
 * @param maxFields the largest allowed number of keys
 * @throws DomainError too_many_fields above it
 */
export function createKeyCounter(maxFields = MAX_FIELDS): (chunk: Uint8Array) => void {
  let keys = 0;
  let isInString = false;
  let isEscaped = false;
  return (chunk) => {
    // An index is ten times as fast as an iterator here, and nothing limits how many bodies arrive at the same time.
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (isEscaped) isEscaped = false;
      else if (isInString && byte === BACKSLASH) isEscaped = true;
      else if (byte === QUOTE) isInString = !isInString;
      else if (byte === COLON && !isInString) keys += 1;
    }
    if (keys > maxFields) throw new DomainError("too_many_fields");
  };
}

/** @throws DomainError malformed_body */
export function parseJson(chunks: Uint8Array[]): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks)));
  } catch {
    throw new DomainError("malformed_body");
  }
}
