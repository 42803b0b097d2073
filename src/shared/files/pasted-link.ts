import { parseLink } from "./drive-link.ts";

/** Soft hyphens, spaces without width, and direction marks. Messengers and web pages put them into copied text. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
const VISIBLE = new RegExp(`(?!${INVISIBLE.source})\\S`);
/** Isolates and overrides of the direction of text. A stored text never contains them. */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/g;

export const withoutDirection = (text: string): string => text.replace(DIRECTION, "");
/** Enough for a link that was shared from one messenger to the next. */
const MAX_WRAPPERS = 5;

/** Hosts that wrap other addresses, each with the parameters that can hold the address. */
const WRAPPERS: [host: RegExp, parameters: string[]][] = [
  [/^accounts\.google\.com$/, ["continue", "followup"]],
  [/^(?:docs|drive)\.google\.com$/, ["continue", "url"]],
  [/^(?:www\.|m\.)?google\.(?:com?\.)?[a-z]{2,3}$/, ["q", "url"]],
  [/^(?:www\.)?bing\.com$/, ["u"]],
  [/^(?:html\.)?duckduckgo\.com$/, ["uddg"]],
  [/^(?:l|lm|www|m)\.facebook\.com$/, ["u"]],
  [/^l\.(?:messenger|instagram|threads)\.com$/, ["u"]],
  [/^l\.wl\.co$/, ["u"]],
  [/^out\.reddit\.com$/, ["url"]],
  [/^(?:www\.)?youtube\.com$/, ["q"]],
  [/^(?:www\.)?linkedin\.com$/, ["url"]],
  [/\.safelinks\.protection\.outlook\.com$/, ["url"]],
];
/** Bing writes the address in base64url, after these two characters. */
const BING = /^a1([\w-]+)$/;

/**
 * Cleans a link that a person pasted: removes invisible characters, and takes a Drive link out of the address
 * of a search engine, messenger or login page. Other links stay unchanged, because their wrapper can be a page
 * of its own.
 */
export function pastedLink(text: string): string {
  const bare = trimmed(text);
  // In other links these characters can have a meaning: Bangla file names contain U+200C and U+200D.
  const clean = bare.replace(INVISIBLE, "");
  if (isOnDrive(clean)) return clean;
  let address: string | undefined = clean;
  for (let depth = 0; depth < MAX_WRAPPERS; depth += 1) {
    address = wrapped(address);
    if (address === undefined) break;
    if (isOnDrive(address)) return address;
  }
  return bare;
}

/** Compares letter by letter, because a pattern with `$` needs quadratic time for a run of spaces. */
function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && !VISIBLE.test(text[start] as string)) start += 1;
  while (end > start && !VISIBLE.test(text[end - 1] as string)) end -= 1;
  return text.slice(start, end);
}

/** Whether this is a valid link to something on Drive, or to a document that is published to the web. */
function isOnDrive(address: string): boolean {
  const link = parseLink(address);
  if (typeof link === "string") return false;
  return link.drive !== undefined || new URL(link.href).hostname === "docs.google.com";
}

/** @returns the address in a wrapper's address; undefined if this is no wrapper */
function wrapped(address: string): string | undefined {
  const url = URL.parse(/^[a-z]+:/i.test(address) ? address : `https://${address}`);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const parameters = WRAPPERS.find(([host]) => host.test(url.hostname))?.[1] ?? [];
  const found = parameters.map((name) => url.searchParams.get(name)).find((value) => value);
  const bing = BING.exec(found ?? "")?.[1];
  return bing === undefined ? found?.trim() : fromBase64(bing);
}

function fromBase64(text: string): string | undefined {
  try {
    return atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return undefined;
  }
}
