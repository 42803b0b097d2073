import Fuse from "fuse.js";

/** An item for the compared searches. */
export interface PeerItem {
  id: string;
  code: string;
  /** Empty if the item has no year. */
  year: string;
  title: string;
}

/** @returns at most ten ids, the best first */
export type Peer = (text: string) => string[];

const TOP = 10;

/** Finds items that contain the text, the newest first, like the search of many archives. */
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

/** Fuse.js, configured to ignore the position of a match in the text. */
export function fusePeer(items: readonly PeerItem[]): Peer {
  const known = items.map(({ id, code, year, title }) => ({ id, code, title, sitting: `${code} ${year}` }));
  const keys = ["code", "title", "sitting"];
  const fuse = new Fuse(known, { keys, ignoreLocation: true, threshold: 0.4 });
  return (text) => fuse.search(text, { limit: TOP }).map(({ item }) => item.id);
}
