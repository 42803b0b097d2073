import Fuse from "fuse.js";

/** An item as the peers know it. */
export interface PeerItem {
  id: string;
  code: string;
  /** Blank where it has none. */
  year: string;
  title: string;
}

/** @returns ids, the best first, ten at most */
export type Peer = (text: string) => string[];

const TOP = 10;

/** Whatever holds the text, the newest first: what many archives have for a search. */
export function substringPeer(items: readonly PeerItem[]): Peer {
  const texts = items
    .map(({ id, code, year, title }) => ({ id, text: `${code} ${year} ${title}`.toLowerCase() }))
    .reverse();
  return (text) => {
    const wanted = text.toLowerCase();
    const found: string[] = [];
    for (const item of texts) {
      if (item.text.includes(wanted)) found.push(item.id);
      if (found.length === TOP) break;
    }
    return found;
  };
}

/** Fuse.js, told not to care where in a text the match is. */
export function fusePeer(items: readonly PeerItem[]): Peer {
  const known = items.map(({ id, code, year, title }) => ({ id, code, title, sitting: `${code} ${year}` }));
  const keys = ["code", "title", "sitting"];
  const fuse = new Fuse(known, { keys, ignoreLocation: true, threshold: 0.4 });
  return (text) => fuse.search(text, { limit: TOP }).map(({ item }) => item.id);
}
