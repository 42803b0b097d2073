import { fromPunycode } from "../text/punycode.ts";

export type HostProblem = "privateHost" | "oddHost" | "lookalike";

/**
 * Suffixes of host names that work only inside a network, or that no public name server knows (RFC 6761, RFC
 * 6762, RFC 8375, RFC 9476).
 */
const PRIVATE =
  /(?:^|\.)(?:local|localhost|localdomain|internal|intranet|lan|home|corp|private|test|invalid|onion|alt|arpa)$/;

/**
 * Pairs of letters: a letter of a different script, or a variant, and the Latin letter that looks the same.
 */
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
 * Finds a problem with a link's host: it is an IP address, works only inside a network, has a spelling that
 * two programs may read differently, or imitates one of Google's names.
 * @param host the host from `URL`: lower case, in Punycode, numbers as IPv4
 */
export function hostProblem(host: string): HostProblem | undefined {
  const name = host.replace(/\.$/, "");
  if (name.includes(":") || !name.includes(".") || /\.\d+$/.test(name) || PRIVATE.test(name))
    return "privateHost";
  if (name !== host || !/^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9-]+$/.test(name))
    return "oddHost";
  return name.includes("xn--") && COPIED.test(skeleton(name)) ? "lookalike" : undefined;
}

/**
 * The visible shape of a name: without marks, and with Latin letters in place of letters that look like them.
 */
function skeleton(name: string): string {
  const shown = name.split(".").map((label) => fromPunycode(label));
  const bare = shown.join(".").normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return [...bare].map((letter) => LOOKS_LIKE.get(letter) ?? letter).join("");
}
