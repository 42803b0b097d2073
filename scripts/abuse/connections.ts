import type { AbuseWorld, Figure, Scenario } from "./world.ts";

const ROWS = 500;
const CHANGES = 150;
/** The longest allowed time of another person's write, in ms. */
const LIMIT = 1_000;

interface Answered {
  status: number;
  ms: number;
}

/**
 * A student changes all rows of one pile many times at once, so that their transactions wait for the lock of the pile.
 * Meanwhile others contribute, decide and log in.
 */
export const connections: Scenario = {
  name: "connections",
  engines: ["sqlite", "postgres"],
  env: { PROSHNO_WORKERS: "2" },
  async run(world) {
    const admin = await world.admin();
    const [attacker, other] = [await world.signUp(), await world.signUp()];
    const flooded = call(world, attacker.cookie, "203.0.113.1");
    const { insertedId: pile } = (await flooded("POST", "/piles", {}).then(({ body }) => body)) as {
      insertedId: string;
    };
    const links = Array.from({ length: ROWS }, (_, index) => `https://example.edu/papers/${index}.pdf`);
    await flooded("POST", `/piles/${pile}/links`, { links: links.join("\n") });
    const contribute = call(world, other.cookie, "203.0.113.2");
    const decide = call(world, admin, "203.0.113.3");
    const { insertedId: item } = (await contribute("POST", "/postNotes", note(0)).then(
      ({ body }) => body,
    )) as { insertedId: string };
    let number = 0;
    const others: Record<string, () => Promise<Answered>> = {
      "another's contribution": () => contribute("POST", "/postNotes", note((number += 1))),
      "a decision": () =>
        decide("PUT", `/notesStatusUpdate/${item}`, { status: number++ % 2 ? "Approved" : "Cancelled" }),
      "a login": () => logIn(world, other.email),
    };

    const over = new AbortController();
    const flood = Promise.all(
      Array.from({ length: CHANGES }, () =>
        flooded("PUT", `/piles/${pile}/rows`, { rows: "all", kind: "question" }),
      ),
    ).finally(() => over.abort());
    const waited = await Promise.all(
      Object.values(others).map(async (act) => {
        const answers = [await act()];
        while (!over.signal.aborted) answers.push(await act());
        return answers;
      }),
    );
    const own = await flood;
    const named = Object.keys(others).map((name, index) => figuresOf(name, waited[index] ?? [], LIMIT));
    return [...named.flat(), ...figuresOf(`${CHANGES} changes of a pile`, own)];
  },
};

function figuresOf(name: string, answers: Answered[], limit?: number): Figure[] {
  const refused = answers.filter(({ status }) => status >= 500).length;
  return [
    {
      name: `${name}: slowest`,
      value: Math.max(...answers.map(({ ms }) => ms)),
      unit: "ms",
      ...(limit !== undefined && { limit }),
    },
    {
      name: `${name}: refused of ${answers.length}`,
      value: refused,
      unit: "",
      ...(limit !== undefined && { limit: 0 }),
    },
  ];
}

const note = (number: number) => ({
  topic: `Topic ${number}`,
  subject: "Algorithms",
  department: "CSE",
  university: "BUET",
  driveLink: `https://example.edu/notes/${number}`,
});

/** @returns a function that sends a call as one person, and measures it */
const call =
  ({ origin }: AbuseWorld, cookie: string, address: string) =>
  async (method: string, path: string, body: object): Promise<Answered & { body: unknown }> => {
    const start = performance.now();
    const answer = await fetch(`${origin}/api${path}`, {
      method,
      headers: { "content-type": "application/json", "x-forwarded-for": address, origin, cookie },
      body: JSON.stringify(body),
    });
    const read: unknown = await answer.json();
    return { status: answer.status, ms: performance.now() - start, body: read };
  };

async function logIn({ origin, password }: AbuseWorld, email: string): Promise<Answered> {
  const start = performance.now();
  const answer = await fetch(`${origin}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": "203.0.113.4" },
    body: JSON.stringify({ email, password }),
  });
  await answer.text();
  return { status: answer.status, ms: performance.now() - start };
}
