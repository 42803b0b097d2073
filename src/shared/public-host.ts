import { fromPunycode } from "./punycode.ts";

export type HostProblem = "privateHost" | "oddHost" | "lookalike";

/** Suffixes that never leave a site, or that no public name server knows (RFC 6761, RFC 6762, RFC 8375, RFC 9476). */
const PRIVATE =
  /(?:^|\.)(?:local|localhost|localdomain|internal|intranet|lan|home|corp|private|test|invalid|onion|alt|arpa)$/;

/** Letters of other scripts, and variants, that look like the Latin ones of the names below; each with its like. */
const LOOKS_LIKE = new Map(
  (
    "аa еe оo сc гr іi ԁd ԍg ѵv ѕs ӏl мm рp уy хx ɡg ıi ɩi ɪi ʟl οo ᴏo σo ιi νv αa ϲc ᴄc ᴠv օo ցg ჿo ᴅd ᴇe ᴍm " +
    "ɢg ʀr ๐o ০o ੦o ०o øo łl"
  )
    .split(" ")
    .map((pair) => [...pair] as [string, string]),
);
const COPIED = /(?:^|\.)google(?:usercontent)?\.com$/;

/**
 * What is wrong with a link's host: an address instead of a name, a name that only some network knows, a spelling
 * that two programs may read differently, or a name made to look like Google's.
 * @param host as `URL` gives it: lower case, in Punycode, numbers as IPv4
 */
export function hostProblem(host: string): HostProblem | undefined {
  const name = host.replace(/\.$/, "");
  if (name.includes(":") || !name.includes(".") || /\.\d+$/.test(name) || PRIVATE.test(name))
    return "privateHost";
  if (name !== host || !/^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9-]+$/.test(name))
    return "oddHost";
  return name.includes("xn--") && COPIED.test(skeleton(name)) ? "lookalike" : undefined;
}

/** A name as it looks: marks left out, letters that look Latin as the Latin ones. */
function skeleton(name: string): string {
  const shown = name.split(".").map((label) => fromPunycode(label));
  const bare = shown.join(".").normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return [...bare].map((letter) => LOOKS_LIKE.get(letter) ?? letter).join("");
}
