import { Agent, request } from "node:http";
import { logIn, questionOf, type SampleAccounts, send } from "./essential-calls.ts";

/** What the clients of a drill saw. */
export interface LoadFigures {
  reads: number;
  writes: number;
  /** A sentence for each request without a good response. */
  failures: string[];
}

const READS = ["/", "/allQuestions", "/api/allQuestions?page=0", "/search?q=optics", "/readyz"];

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
      const problem = await get(agent, origin + path).then(
        (status) => (status === 200 ? undefined : String(status)),
        (error: Error) => error.message,
      );
      figures.reads += 1;
      if (problem && !ignored.includes(path)) figures.failures.push(`GET ${path}: ${problem}`);
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
  const clients = Promise.all([...Array.from({ length: readers }, read), write()]);
  return async () => {
    over.abort();
    await clients;
    agent.destroy();
    return figures;
  };
}

/** @returns the status, when the whole response has arrived */
function get(agent: Agent, url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent }, (response) => {
      response.on("error", reject);
      response.on("end", () => resolve(response.statusCode ?? 0)).resume();
    });
    sent.on("error", reject);
    sent.end();
  });
}
