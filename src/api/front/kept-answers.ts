import type { Moment } from "../../server/db/freshness.ts";
import type { Answer } from "./answer.ts";
import type { Topics } from "./public-paths.ts";

/** What an entry takes beside its bodies, in bytes: headers, key and bookkeeping. */
const OVERHEAD = 2_000;
/** No entry takes more than this part of the room. */
const LARGEST_PART = 8;

interface Entry {
  answer: Answer;
  topics: Topics;
  /** When what it shows was true. */
  moment: Moment;
  bytes: number;
}

/** Answers by key, those used least gone first. @param room in bytes */
export function createKeptAnswers(room: number) {
  // A Map keeps the order of insertion: the first is the one that was used the longest time ago.
  const entries = new Map<string, Entry>();
  let used = 0;

  function remove(key: string, entry: Entry): void {
    entries.delete(key);
    used -= entry.bytes;
  }

  function makeRoom(): void {
    for (const [key, entry] of entries) {
      if (used <= room) return;
      remove(key, entry);
    }
  }

  return {
    /** @param moment now @returns the answer, if it is as true as one that would be made now */
    get(key: string, moment: Moment): Answer | undefined {
      const entry = entries.get(key);
      if (!entry) return undefined;
      if (!isCurrent(entry, moment)) {
        remove(key, entry);
        return undefined;
      }
      entry.moment = moment;
      entries.delete(key);
      entries.set(key, entry);
      return entry.answer;
    },

    /** @param moment before the answer was made */
    put(key: string, answer: Answer, topics: Topics, moment: Moment): void {
      const old = entries.get(key);
      if (old) remove(key, old);
      const bytes = answer.bytes() + key.length + OVERHEAD;
      if (bytes > room / LARGEST_PART) return;
      entries.set(key, { answer, topics, moment, bytes });
      used += bytes;
      makeRoom();
    },

    /** An answer was compressed, and takes more room by so many bytes. */
    grew(key: string, answer: Answer, bytes: number): void {
      const entry = entries.get(key);
      if (entry?.answer !== answer) return;
      entry.bytes += bytes;
      used += bytes;
      makeRoom();
    },

    clear(): void {
      entries.clear();
      used = 0;
    },

    /** In bytes. */
    used: () => used,
  };
}

/** Whether nothing that an entry shows has changed up to now. */
function isCurrent({ topics, moment }: Entry, now: Moment): boolean {
  if (moment === now) return true;
  if (topics === "all" || moment.era !== now.era) return false;
  return topics.every((topic) => moment.changes.get(topic) === now.changes.get(topic));
}
