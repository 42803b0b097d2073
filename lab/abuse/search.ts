import { figuresOf } from "../lib/process-figures.ts";
import { seeded } from "../../scripts/lib/seeded.ts";
import { startProbe } from "../lib/start-probe.ts";
import type { AbuseWorld, Figure, Scenario } from "./world.ts";

const ACCOUNTS = 4;
const ITEMS = 1_000;
/** The number of words in a title, and in a subject. A field of 200 characters has no space for more. */
const WORDS_OF_TEXT = 8;
const WORDS_OF_SEARCH = 12;
const SEARCHES = 5;
const CONCURRENCY = 4;
/** The longest allowed time of a search, in ms. */
const LIMIT = 100;

/**
 * Contributes items with long words that sound alike, and searches for such words, while the items are
 * pending and afterwards.
 */
export const search: Scenario = {
  name: "search",
  engines: ["sqlite", "postgres"],
  async run(world) {
    const admin = await world.admin();
    await searched(world, "warm");
    const figures = await searched(world, "quiet");
    const posted = performance.now();
    const ids = await flood(world);
    figures.push({ name: `${ids.length} items posted in`, value: performance.now() - posted, unit: "ms" });
    figures.push(...(await searched(world, "pending")));
    await setStatus(world, admin, ids, "Approved");
    figures.push(...(await searched(world, "approved")));
    await setStatus(world, admin, ids, "Cancelled");
    figures.push(...(await searched(world, "cancelled")));
    return figures;
  },
};

/** Words of 24 letters with the same consonants, so that they have one phonetic key. */
function wordsAlike(seed: number): () => string {
  const random = seeded(seed);
  return () => [..."bdgklmnprstb"].map((letter) => letter + "aoeiu"[Math.floor(random() * 5)]).join("");
}

const several = (count: number, next: () => string): string => Array.from({ length: count }, next).join(" ");

async function flood(world: AbuseWorld): Promise<string[]> {
  const students = [];
  for (let account = 0; account < ACCOUNTS; account += 1) students.push(await world.signUp());
  const posted = students.map(async ({ cookie }, account) => {
    const next = wordsAlike(account);
    const ids: string[] = [];
    for (let item = 0; item < ITEMS / ACCOUNTS; item += 1) {
      const answer = await fetch(`${world.origin}/api/postNotes`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-forwarded-for": `203.0.113.${account}`,
          origin: world.origin,
          cookie,
        },
        body: JSON.stringify({
          topic: several(WORDS_OF_TEXT, next),
          subject: several(WORDS_OF_TEXT, next),
          department: "CSE",
          university: several(WORDS_OF_TEXT, next).slice(0, 100),
          driveLink: `https://example.edu/${account}/${item}`,
        }),
      });
      if (!answer.ok) throw new Error(`The note was refused: ${await answer.text()}`);
      ids.push(((await answer.json()) as { insertedId: string }).insertedId);
    }
    return ids;
  });
  return (await Promise.all(posted)).flat();
}

async function setStatus(
  { origin }: AbuseWorld,
  cookie: string,
  ids: string[],
  status: string,
): Promise<void> {
  for (const id of ids) {
    const answer = await fetch(`${origin}/api/notesStatusUpdate/${id}`, {
      method: "PUT",
      headers: { "content-type": "application/json", origin, cookie },
      body: JSON.stringify({ status }),
    });
    if (!answer.ok) throw new Error(`The status was refused: ${await answer.text()}`);
  }
}

/** Expensive searches of twelve words each. */
const searches: Record<string, (next: () => string) => string> = {
  "unknown words": (next) => several(WORDS_OF_SEARCH, next),
  "beginnings of words": (next) => several(WORDS_OF_SEARCH, () => next().slice(0, 5)),
  "words with a slip": (next) => several(WORDS_OF_SEARCH, () => `${next().slice(0, 22)}zz`),
};

/**
 * Searches one after another and several at once, each for different words.
 * @param when the first words of the figures' names
 */
async function searched({ origin, pid }: AbuseWorld, when: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [what, words] of Object.entries(searches)) {
    // Words of the first account's items, and similar words.
    const next = wordsAlike(what === "unknown words" ? when.length * 1_000 : 0);
    const took = async (): Promise<number> => {
      const start = performance.now();
      await (await fetch(`${origin}/api/search?search=${encodeURIComponent(words(next))}`)).text();
      return performance.now() - start;
    };
    const alone = [];
    const { cpu } = figuresOf(pid);
    for (let count = 0; count < SEARCHES; count += 1) alone.push(await took());
    const each = (figuresOf(pid).cpu - cpu) / SEARCHES / 1_000;
    const probe = await startProbe({ url: `${origin}/healthz`, pid });
    const together = await Promise.all(Array.from({ length: CONCURRENCY }, took));
    const { latencies } = await probe.stop();
    const name = `${when}, ${what}`;
    figures.push(
      { name: `${name}: slowest search`, value: Math.max(...alone), unit: "ms", limit: LIMIT },
      { name: `${name}: the server's processor for one`, value: each, unit: "ms", limit: LIMIT },
      {
        name: `${name}: slowest of ${CONCURRENCY}`,
        value: Math.max(...together),
        unit: "ms",
        limit: CONCURRENCY * LIMIT,
      },
      { name: `${name}: others wait`, value: Math.max(...latencies), unit: "ms", limit: CONCURRENCY * LIMIT },
    );
  }
  return figures;
}
