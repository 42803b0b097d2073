import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { logIn, questionOf, RESPONSE_LIMIT, type SampleAccounts, send } from "./essential-calls.ts";

/** The results of the clients of a drill. */
export interface LoadFigures {
  reads: number;
  writes: number;
  /** A sentence for each request without a good response. */
  failures: string[];
}

/** The pause between two logins of one person, in ms. */
const LOGIN_PAUSE = 4_000;
const READS = ["/", "/allQuestions", "/api/allQuestions?page=0", "/search?search=optics", "/readyz"];

/**
 * Reads pages on connections that stay open, as behind a proxy, while an admin hides and shows an item.
 * @param ignored paths that may fail, such as the readiness check of a broken release
 * @returns a function that ends the load
 */
export async function startLoad(
  origin: string,
  { admin, student }: SampleAccounts,
  { readers = 4, ignored = [] as string[] } = {},
): Promise<() => Promise<LoadFigures>> {
  const figures: LoadFigures = { reads: 0, writes: 0, failures: [] };
  const [adminCookie, cookie] = await Promise.all([logIn(origin, admin), logIn(origin, student)]);
  const created = await send(origin, "/api/postQuestion", { cookie, body: questionOf(`load${Date.now()}`) });
  const { insertedId } = (await created.json()) as { insertedId: string };
  const agent = new Agent({ keepAlive: true, maxSockets: readers });
  const over = new AbortController();

  async function read(): Promise<void> {
    for (let index = 0; !over.signal.aborted; index += 1) {
      const path = READS[index % READS.length] as string;
      const text = await good(path);
      // Workers of two releases share the port, and each page names the assets of its own release.
      const sheet = /\/assets\/[\w.-]+\.css/.exec(text ?? "");
      if (sheet) await good(sheet[0]);
    }
  }
  /** @returns the text of a good response */
  async function good(path: string): Promise<string | undefined> {
    figures.reads += 1;
    const { status, text } = await get(agent, origin + path).catch((error: Error) => ({
      status: error.message,
      text: undefined,
    }));
    if (status === 200) return text;
    if (!ignored.includes(path)) figures.failures.push(`GET ${path}: ${status}`);
    return undefined;
  }
  /** A login reads and locks the row of the account. */
  async function logInAgain(): Promise<void> {
    while (!over.signal.aborted) {
      await logIn(origin, student).catch((error: Error) => figures.failures.push(`Login: ${error.message}`));
      await sleep(LOGIN_PAUSE, undefined, { signal: over.signal }).catch(() => {});
    }
  }
  async function write(): Promise<void> {
    for (let index = 0; !over.signal.aborted; index += 1) {
      const body = { status: index % 2 === 0 ? "approved" : "pending" };
      const path = `/api/QuestionStatusUpdate/${insertedId}`;
      const problem = await send(origin, path, { method: "PUT", cookie: adminCookie, body }).then(
        async (response) => (response.ok ? undefined : `${response.status} ${await response.text()}`),
        (error: Error) => `${error.message} ${(error.cause as Error | undefined)?.message ?? ""}`,
      );
      figures.writes += 1;
      if (problem) figures.failures.push(`PUT ${path}: ${problem}`);
    }
  }
  const clients = Promise.all([...Array.from({ length: readers }, read), write(), logInAgain()]);
  return async () => {
    over.abort();
    await clients;
    agent.destroy();
    return figures;
  };
}

/** Reads a whole response. */
function get(agent: Agent, url: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, signal: AbortSignal.timeout(RESPONSE_LIMIT) }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.on("error", reject);
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on("error", reject);
    sent.end();
  });
}
