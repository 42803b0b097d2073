import { Agent, request } from "node:http";
import type { Database } from "../../src/server/platform/db/schema/schema.ts";
import { PAGE_WIDTHS, THUMBNAIL } from "../../src/shared/files/files.ts";
import { type BenchPeople, signInPeople } from "../bench/people.ts";
import { generateCourses } from "../../tests/support/archive/generate-archive.ts";

/** The shares of the requests, in percent. */
const SHARES = {
  "cached list": 40,
  details: 18,
  picture: 18,
  search: 12,
  "own page": 10,
  contribution: 1,
  approval: 1,
};
export type CallKind = keyof typeof SHARES;
/** The kinds of calls that change the archive. */
export const WRITES: readonly CallKind[] = ["contribution", "approval"];

export interface Call {
  kind: CallKind;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** Gets the body of the response. */
  read?: (text: string) => void;
}

const LISTS = [
  "/",
  "/allQuestions",
  "/allQuestions?page=1",
  "/allBooks",
  "/allNotes",
  "/allBlogs",
  "/api/allQuestions?page=0",
  "/api/allNotes?page=0",
];
const TEXTS = [
  "optics",
  "data structures",
  "operating systems",
  "algebra",
  "circuits",
  "CSE",
  "digital logic",
];
const YEARS = 14;
const STUDENT_PAGES = [
  "/dashboard",
  "/dashboard/my-questions",
  "/dashboard/user-profile",
  "/dashboard/add-question",
];
const ADMIN_PAGES = [
  "/admin-dashboard",
  "/admin-dashboard/manage-questions",
  "/admin-dashboard/admin-questions",
];
/** An account can make 300 contributions in an hour. Accounts do half of that. */
const CONTRIBUTIONS = 150;
const MIN_STUDENTS = 10;
/** One of so many requests opens a connection of its own, as a new visitor does. */
const NEW_VISITOR = 20;
/** How long a request waits for its response, in ms. */
const SILENCE = 30_000;

/** How many students contribute, so that no rate limit refuses anything. @param rate requests per second */
export const studentsFor = (rate: number): number =>
  Math.max(MIN_STUDENTS, Math.ceil((rate * 3_600 * SHARES.contribution) / 100 / CONTRIBUTIONS));

/**
 * Logs in students and an admin, and makes the requests of a soak.
 * @param random returns a number from 0 to 1
 * @returns a function that makes the next request
 */
export async function prepareCalls(
  db: Database,
  origin: string,
  students: number,
  random: () => number,
): Promise<() => Call> {
  const people = await signInPeople(db, origin, { students, sessions: students });
  const approved = await db.read
    .selectFrom("resource")
    .select(["id", "kind", "fileKey"])
    .where("status", "=", "Approved")
    .orderBy("id")
    .limit(500)
    .execute();
  const keys = approved.flatMap(({ fileKey }) => fileKey ?? []);
  const questions = approved.filter(({ kind }) => kind === "question").map(({ id }) => id);
  return createCalls({ origin, people, keys, questions, random });
}

interface CallOptions {
  origin: string;
  people: BenchPeople;
  /** The keys of files with pictures. */
  keys: string[];
  /** The ids of approved questions. */
  questions: string[];
  random: () => number;
}

function createCalls({ origin, people, keys, questions, random }: CallOptions): () => Call {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const courses = generateCourses(500);
  const pending: string[] = [];
  const shown: string[] = [];
  let number = 0;

  /** A visitor behind the proxy; a campus has thousands of addresses. */
  const visitor = () => ({
    "x-forwarded-for": `10.1.${Math.floor(random() * 20)}.${Math.floor(random() * 250)}`,
  });
  const person = (cookie: { cookie: string }, at: number) => ({
    ...cookie,
    "x-forwarded-for": `10.2.${Math.floor(at / 250)}.${at % 250}`,
  });
  const get = (kind: CallKind, path: string, headers = visitor()): Call => ({
    kind,
    method: "GET",
    path,
    headers,
  });
  const student = () => {
    const at = Math.floor(random() * 10_000);
    return person(people.cookieOf(at), at);
  };
  const admin = () => person(people.adminCookie(), 0);
  const json = (headers: Record<string, string>) => ({
    ...headers,
    "content-type": "application/json",
    origin,
  });

  const calls: Record<CallKind, () => Call> = {
    "cached list": () => get("cached list", pick(LISTS)),
    details: () => get("details", `${pick(["/question-details/", "/api/question/"])}${pick(questions)}`),
    picture: () => get("picture", `/files/${pick(keys)}/pages/1?width=${pick([THUMBNAIL, PAGE_WIDTHS[2]])}`),
    search() {
      const text = encodeURIComponent(`${pick(TEXTS)} ${2012 + Math.floor(random() * YEARS)}`);
      return get("search", pick([`/search?q=${text}`, `/api/search?search=${text}`]));
    },
    "own page": () =>
      random() < 0.8
        ? get("own page", pick(STUDENT_PAGES), student())
        : get("own page", pick(ADMIN_PAGES), admin()),
    contribution() {
      const { department, title, code, semester } = pick(courses);
      const link = `${Date.now().toString(36)}${(number += 1).toString(36)}`.padStart(33, "s");
      return {
        kind: "contribution",
        method: "POST",
        path: "/api/postQuestion",
        headers: json(student()),
        body: JSON.stringify({
          department,
          subject: title,
          code,
          semester,
          year: String(2012 + Math.floor(random() * YEARS)),
          driveLink: `https://drive.google.com/file/d/${link}/view?usp=sharing`,
        }),
        read: (text) => void pending.push((JSON.parse(text) as { insertedId: string }).insertedId),
      };
    },
    approval() {
      const waiting = pending.shift();
      const id = waiting ?? shown.shift();
      // At first nothing waits.
      if (id === undefined) return calls.contribution();
      const status = waiting === undefined ? "pending" : "approved";
      return {
        kind: "approval",
        method: "PUT",
        path: `/api/QuestionStatusUpdate/${id}`,
        headers: json(admin()),
        body: JSON.stringify({ status }),
        read: () => void (waiting === undefined ? pending : shown).push(id),
      };
    },
  };

  return () => {
    let left = random() * 100;
    const [kind] = Object.entries(SHARES).find(([, share]) => (left -= share) < 0) ?? ["cached list"];
    return calls[kind as CallKind]();
  };
}

/** Sends calls on connections that stay open, as a proxy does, and some on new connections. */
export function createSender(origin: string) {
  const kept = new Agent({ keepAlive: true, scheduling: "fifo" });
  const fresh = new Agent();
  let number = 0;
  return {
    /** @returns why the call failed; undefined after a success */
    async send({ method, path, headers, body, read }: Call): Promise<string | undefined> {
      number += 1;
      const agent = number % NEW_VISITOR === 0 ? fresh : kept;
      try {
        const { status, bytes } = await exchange(origin + path, { method, headers, agent }, body);
        if (status < 200 || status >= 300)
          return `${method} ${path}: ${status} ${bytes.toString().slice(0, 200)}`;
        read?.(bytes.toString());
        return undefined;
      } catch (error) {
        return `${method} ${path}: ${error instanceof Error ? error.message : String(error)}`;
      }
    },
    close: () => kept.destroy(),
  };
}

function exchange(
  url: string,
  options: { method: string; headers: Record<string, string>; agent: Agent },
  body: string | undefined,
): Promise<{ status: number; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...options.headers,
      ...(body === undefined
        ? { "accept-encoding": "gzip" }
        : { "content-length": String(Buffer.byteLength(body)) }),
    };
    const sent = request(url, { ...options, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("error", reject);
      response.on("end", () => resolve({ status: response.statusCode ?? 0, bytes: Buffer.concat(parts) }));
    });
    sent.on("error", reject);
    sent.setTimeout(SILENCE, () => sent.destroy(new Error("no response")));
    sent.end(body);
  });
}
