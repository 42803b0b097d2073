import { Agent, request } from "node:http";

export interface Asked {
  method?: string;
  cookie?: string;
  body?: unknown;
}

export interface Answer {
  status: number;
  text: string;
}

/** How long a browser waits for a response, in ms. */
const TIMEOUT = 30_000;

/**
 * A browser that knows all addresses of the site, as DNS names them. After a failure it takes the next address, but never
 * repeats a request by itself.
 * @param entries the addresses
 * @param start which address it uses first
 * @param from its own address, as the proxy reports it
 */
export function openVisitor(entries: string[], start: number, from: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let entry = start % entries.length;
  return {
    /** @returns undefined if there was no response, so that nobody knows whether a write happened */
    async ask(path: string, asked: Asked = {}): Promise<Answer | undefined> {
      const at = entry;
      return send(agent, (entries[at] as string) + path, from, asked).catch(() => {
        entry = (at + 1) % entries.length;
        return undefined;
      });
    },
    close: () => agent.destroy(),
  };
}

function send(agent: Agent, url: string, from: string, { method, cookie, body }: Asked): Promise<Answer> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const headers = {
      "x-forwarded-for": from,
      ...(cookie ? { cookie } : {}),
      ...(text ? { "content-type": "application/json", "content-length": Buffer.byteLength(text) } : {}),
    };
    const sent = request(url, { agent, method: method ?? (text ? "POST" : "GET"), headers }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("error", reject);
      response.on("close", () => reject(new Error("The response was cut.")));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
      );
    });
    sent.on("error", reject);
    sent.setTimeout(TIMEOUT, () => sent.destroy(new Error("no response")));
    sent.end(text);
  });
}
