import punycode from "punycode.js";

/**
 * Decodes a label of a host name from Punycode (RFC 3492). Browsers lack Node's `domainToUnicode`, which also
 * fails for the whole name if one label is invalid.
 * @returns the unchanged label if it is not Punycode, not well-formed, or empty
 */
export function fromPunycode(label: string): string {
  if (!label.startsWith("xn--")) return label;
  try {
    return punycode.decode(label.slice("xn--".length)) || label;
  } catch {
    return label;
  }
}
