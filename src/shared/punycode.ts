import punycode from "punycode.js";

/**
 * A label of a host name in the letters that it stands for (RFC 3492). Node's `domainToUnicode` is not in browsers, and
 * gives up the whole name where one label is wrong.
 * @returns the label itself where it is not in Punycode, or not well-formed, or empty
 */
export function fromPunycode(label: string): string {
  if (!label.startsWith("xn--")) return label;
  try {
    return punycode.decode(label.slice("xn--".length)) || label;
  } catch {
    return label;
  }
}
