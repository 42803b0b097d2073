/** The passwords that a server prints at its first start with the sample archive. */
export interface SampleAccounts {
  admin: { email: string; password: string };
  student: { email: string; password: string };
}

/** How long a request may take, in ms. */
export const RESPONSE_LIMIT = 20_000;
const PAGES = [
  "/",
  "/allQuestions",
  "/allBooks",
  "/allBlogs",
  "/allNotes",
  "/allLabs",
  "/search?search=optics",
];
const LISTS = ["allQuestions", "allBooks", "allBlogs", "allNotes", "allLabs", "allSyllabus"];

/** Reads the accounts from the lines of a first start. */
export function sampleAccounts(lines: readonly string[]): SampleAccounts {
  const account = (role: string) => {
    const [, email, password] = new RegExp(`^ +${role} +(\\S+) +(\\S+)$`, "m").exec(lines.join("\n")) ?? [];
    if (!email || !password) throw new Error(`The server printed no ${role}.`);
    return { email, password };
  };
  return { admin: account("admin"), student: account("student") };
}

/** @returns the `cookie` header of a new session */
export async function logIn(origin: string, account: SampleAccounts["admin"]): Promise<string> {
  const response = await send(origin, "/api/auth/sign-in/email", { body: account });
  if (!response.ok) throw new Error(`The login responds with ${response.status}.`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

interface Sent {
  method?: string;
  cookie?: string;
  body?: unknown;
}

/** Sends one request with JSON. */
export function send(origin: string, path: string, { method, cookie = "", body }: Sent): Promise<Response> {
  return fetch(origin + path, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: { "content-type": "application/json", cookie },
    signal: AbortSignal.timeout(RESPONSE_LIMIT),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** A question of the sample's student. @param subject a word that no other item has */
export const questionOf = (subject: string) => ({
  department: "CSE",
  subject,
  code: "PHY 4077",
  semester: "3",
  year: 2024,
  driveLink: `https://drive.google.com/file/d/1TEST${subject.padEnd(28, "x").slice(0, 28)}/view`,
});

/**
 * Makes the calls of every day: logs in, contributes, approves, and reads pages, lists, details and the search.
 * @param word a word that no other item has, so that a second call finds its own item
 * @returns the number of items in each list, for a comparison
 * @throws Error with the call that failed
 */
export async function essentialCalls(
  origin: string,
  { admin, student }: SampleAccounts,
  word: string,
): Promise<Record<string, number>> {
  async function call(path: string, sent: Sent = {}): Promise<Response> {
    const response = await send(origin, path, sent);
    if (!response.ok) throw new Error(`${path} responds with ${response.status}: ${await response.text()}`);
    return response;
  }
  await call("/readyz");
  const created = await call("/api/postQuestion", {
    cookie: await logIn(origin, student),
    body: questionOf(word),
  });
  const { insertedId } = (await created.json()) as { insertedId: string };
  await call(`/api/QuestionStatusUpdate/${insertedId}`, {
    method: "PUT",
    cookie: await logIn(origin, admin),
    body: { status: "approved" },
  });
  for (const path of [...PAGES, `/question-details/${insertedId}`, `/api/question/${insertedId}`])
    await call(path);
  const found = (await (await call(`/api/search?search=${word}`)).text()).includes(insertedId);
  if (!found) throw new Error("The search doesn't find the new item.");
  const counts: Record<string, number> = {};
  for (const list of LISTS) {
    const body = (await (await call(`/api/${list}`)).json()) as unknown;
    const items = Array.isArray(body) ? body : (body as Record<string, unknown[]>)[list];
    counts[list] = items?.length ?? 0;
  }
  return counts;
}
