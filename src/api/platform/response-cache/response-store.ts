import type { Version } from "../../../server/platform/index.ts";
import type { CachedResponse } from "./cached-response.ts";
import type { Topics } from "./public-paths.ts";

/** The size of an entry without its bodies, in bytes: headers, key and bookkeeping. */
const OVERHEAD = 2_000;
/** The largest entry is the memory divided by this number. */
const LARGEST_PART = 8;

interface Entry {
  answer: CachedResponse;
  topics: Topics;
  /** The version of the data that the response shows. */
  version: Version;
  bytes: number;
  /** Whether a visitor requested the entry after it was stored or after the last eviction. */
  wasAsked: boolean;
}

/**
 * Cached responses by key. An eviction first removes responses that nobody has requested since the last
 * eviction.
 * @param maxBytes the limit for all entries together
 */
export function createResponseStore(maxBytes: number) {
  // The entries are in the order of insertion, so the first is the oldest. A hit does not move its entry,
  // because the move would take longer than sending the response.
  const entries = new Map<string, Entry>();
  let used = 0;

  function remove(key: string, entry: Entry): void {
    entries.delete(key);
    used -= entry.bytes;
  }

  /** @param bytes how many bytes will be added */
  function evict(bytes: number): void {
    for (const [key, entry] of entries) {
      if (used + bytes <= maxBytes) return;
      entries.delete(key);
      if (entry.wasAsked) entries.set(key, Object.assign(entry, { wasAsked: false }));
      else used -= entry.bytes;
    }
  }

  return {
    /**
     * @param version the current version
     * @returns the response if it is still current
     */
    get(key: string, version: Version): CachedResponse | undefined {
      const entry = entries.get(key);
      if (!entry) return undefined;
      if (!isCurrent(entry, version)) {
        remove(key, entry);
        return undefined;
      }
      entry.version = version;
      entry.wasAsked = true;
      return entry.answer;
    },

    /** @param version the version before the response was made */
    put(key: string, answer: CachedResponse, topics: Topics, version: Version): void {
      const old = entries.get(key);
      if (old) remove(key, old);
      const bytes = answer.bytes() + key.length + OVERHEAD;
      if (bytes > maxBytes / LARGEST_PART) return;
      evict(bytes);
      entries.set(key, { answer, topics, version, bytes, wasAsked: false });
      used += bytes;
    },

    /** Counts the additional bytes after a response was compressed. */
    grew(key: string, answer: CachedResponse, bytes: number): void {
      const entry = entries.get(key);
      if (entry?.answer !== answer) return;
      entry.bytes += bytes;
      used += bytes;
      entry.wasAsked = true;
      evict(0);
    },

    clear(): void {
      entries.clear();
      used = 0;
    },

    /** The number of entries, and the used memory in bytes. */
    size: () => ({ entries: entries.size, bytes: used }),
  };
}

/** Whether no topic of an entry has changed since the entry was made. */
function isCurrent({ topics, version }: Entry, now: Version): boolean {
  if (version === now) return true;
  if (topics === "all" || version.epoch !== now.epoch) return false;
  return topics.every((topic) => version.changes.get(topic) === now.changes.get(topic));
}
