import { once } from "node:events";
import { Agent, request } from "node:http";
import { createServer } from "node:net";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { insertItem } from "./factories.ts";
import { engines, openTestArchive, type TestArchive } from "./support/archive.ts";
import { childrenOf } from "./support/process-children.ts";
import { freePort, startServer, type TestServer } from "./support/server.ts";
import { tinyPdf } from "./support/tiny-pdf.ts";

const PATIENCE = { timeout: 50_000, interval: 20 };
/** In ms. A paper is looked at before its last part is answered. */
const SILENCE = 25_000;
const TUS = { "tus-resumable": "1.0.0" };

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Left out: a connection of its own, which may lead to another worker. */
  agent?: Agent;
}
let requests = 0;

/** @returns the status, headers, and the id by which the log knows the request */
function send({ origin }: TestServer, path: string, { method = "GET", headers, body, agent }: Asked = {}) {
  const id = `asked-${(requests += 1)}`;
  return new Promise<{ status: number | undefined; headers: Record<string, unknown>; id: string }>(
    (resolve, reject) => {
      const own = { ...headers, "x-request-id": id };
      const sent = request(origin + path, { method, headers: own, agent: agent ?? new Agent() }, (answer) => {
        answer.on("error", reject);
        answer.on("end", () => resolve({ status: answer.statusCode, headers: answer.headers, id })).resume();
      });
      sent.on("error", reject);
      // A connection that is just being handed to a worker when that is killed is answered by nobody.
      sent.setTimeout(SILENCE, () => sent.destroy(new Error("Nobody answers.")));
      sent.end(body);
    },
  );
}

interface Line {
  id?: string;
  msg?: string;
  pid?: number;
  worker?: number;
}
const logged = ({ lines }: TestServer): Line[] =>
  lines.flatMap((line) => (line.startsWith("{") ? [JSON.parse(line) as Line] : []));
/** The process that answered a request. */
const pidOf = (server: TestServer, id: string): Promise<number> =>
  vi.waitFor(
    () => logged(server).find((line) => line.id === id)?.pid ?? Promise.reject(new Error(id)),
    PATIENCE,
  );

/** Asks until so many processes have answered. @returns them */
async function pids(server: TestServer, count: number, but: number[] = []): Promise<number[]> {
  const found = new Set<number>();
  await vi.waitFor(async () => {
    const { id } = await send(server, "/healthz");
    const pid = await pidOf(server, id);
    if (!but.includes(pid)) found.add(pid);
    expect(found.size).toBe(count);
  }, PATIENCE);
  return [...found];
}
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe.each(engines)("two workers on %s", (engine) => {
  let archive: TestArchive;
  let server: TestServer;
  let id: string;

  beforeAll(async () => {
    archive = await openTestArchive(engine);
    id = await insertItem(archive, "note");
    server = await startServer({ ...archive.env, PROSHNO_WORKERS: "2", PROSHNO_LOG: "debug" });
  });
  afterAll(async () => {
    await server.stop();
    await archive.close();
  });

  test("share the port, say once that they are ready, and number their log", async () => {
    const both = await pids(server, 2);
    expect(both).not.toContain(server.process.pid);
    expect(server.lines.filter((line) => line.startsWith("Proshno is ready"))).toHaveLength(1);
    const numbers = logged(server).flatMap(({ worker }) => worker ?? []);
    expect([...new Set(numbers)].toSorted()).toEqual([1, 2]);
  });

  test("know each other's sessions", async () => {
    const { cookie, actor } = await archive.signUp("Student");
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => send(server, `/api/users/${actor.email}`, { headers: { cookie } })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
    expect(new Set(await Promise.all(answers.map((answer) => pidOf(server, answer.id)))).size).toBe(2);
  });

  test("an upload whose parts reach both comes whole", async () => {
    const { cookie } = await archive.signUp("Uploader");
    const bytes = Buffer.from(tinyPdf([{ lines: ["A paper in parts"] }]));
    const begun = await send(server, "/uploads", {
      method: "POST",
      headers: {
        ...TUS,
        cookie,
        "upload-length": String(bytes.length),
        "upload-metadata": "filename YS5wZGY=",
      },
    });
    const address = begun.headers["location"] as string;
    const answered: string[] = [];
    const size = Math.ceil(bytes.length / 6);
    for (let offset = 0; offset < bytes.length; offset += size) {
      const part = await send(server, address, {
        method: "PATCH",
        headers: {
          ...TUS,
          cookie,
          "content-type": "application/offset+octet-stream",
          "upload-offset": String(offset),
        },
        body: bytes.subarray(offset, offset + size),
      });
      expect(part.status).toBe(offset + size < bytes.length ? 204 : 200);
      answered.push(part.id);
    }
    expect(new Set(await Promise.all(answered.map((one) => pidOf(server, one)))).size).toBe(2);
    const { sha256 } = await archive.db.read
      .selectFrom("file")
      .select("sha256")
      .where("key", "=", address.split("/").at(-1) as string)
      .executeTakeFirstOrThrow();
    expect(
      Buffer.concat(
        await Array.fromAsync(await archive.files.stream(sha256, { start: 0, end: bytes.length - 1 })),
      ),
    ).toEqual(Buffer.from(bytes));
  });

  test("one that is killed is replaced, and the other answers meanwhile", async () => {
    const [first = 0, second = 0] = await pids(server, 2);
    process.kill(first, "SIGKILL");
    const [next] = await pids(server, 1, [first, second]);
    expect(isAlive(first)).toBe(false);
    expect(await pids(server, 2)).toContain(next);
    expect(logged(server).some(({ msg }) => msg === "worker died")).toBe(true);
  });

  test("are replaced one by one under load, and no request is lost", async () => {
    const before = await pids(server, 2);
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const statuses = new Map<number | undefined, number>();
    const load = { isOver: false };
    const paths = [`/note-details/${id}`, "/allNotes", "/api/allNotes", "/healthz"];
    const client = async (index: number) => {
      while (!load.isOver) {
        // Some connections are used again, others are new.
        const { status } = await send(server, paths[index % 4] as string, index % 2 === 0 ? { agent } : {});
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    const clients = Array.from({ length: 8 }, (_, index) => client(index));
    server.process.kill("SIGHUP");
    await vi.waitFor(
      () => expect(logged(server).map(({ msg }) => msg)).toContain("workers replaced"),
      PATIENCE,
    );
    load.isOver = true;
    await Promise.all(clients);
    agent.destroy();
    expect([...statuses.keys()]).toEqual([200]);
    expect(before.filter(isAlive)).toEqual([]);
    await pids(server, 2, before);
  });
});

describe("the first process", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startServer({ PROSHNO_WORKERS: "2", PROSHNO_LOG: "debug" });
  });
  afterEach(() => server.stop());

  test("has requests in flight finished by all workers after SIGTERM, then ends with 0", async () => {
    await pids(server, 2);
    const agents = Array.from({ length: 4 }, () => new Agent());
    const sent = agents.map((agent) =>
      request(`${server.origin}/contact`, {
        method: "POST",
        agent,
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          origin: server.origin,
          expect: "100-continue",
        },
      }),
    );
    await Promise.all(
      sent.map(async (one) => {
        one.flushHeaders();
        await once(one, "continue");
      }),
    );
    const answers = sent.map((one) => once(one, "response"));
    const stopped = server.stop();
    sent.forEach((one) => one.end("name=a&email=b&sub=c&mess=last+words"));
    const statuses = (await Promise.all(answers)).map(([answer]) => {
      answer.resume();
      return answer.statusCode;
    });
    expect(statuses).toEqual([303, 303, 303, 303]);
    expect(await stopped).toBe(0);
  });

  test("takes its workers with it when it is killed", async () => {
    const both = await pids(server, 2);
    server.process.kill("SIGKILL");
    await vi.waitFor(() => expect(both.filter(isAlive)).toEqual([]), PATIENCE);
  });
});

describe("while workers are replaced", () => {
  let archive: TestArchive;
  let server: TestServer;
  let before: number[];
  beforeEach(async () => {
    archive = await openTestArchive("sqlite");
    server = await startServer({ ...archive.env, PROSHNO_WORKERS: "2", PROSHNO_LOG: "debug" });
    before = await pids(server, 2);
  });
  afterEach(async () => {
    await server.stop();
    await archive.close();
  });
  const workers = () => childrenOf(server.process.pid as number);
  /** The one that is to take the first one's place, stopped before it has begun. */
  async function stoppedSuccessor(): Promise<number> {
    const next = await vi.waitFor(
      () => workers().find((pid) => !before.includes(pid)) ?? Promise.reject(new Error("none")),
      PATIENCE,
    );
    process.kill(next, "SIGSTOP");
    return next;
  }
  const untilLogged = (text: string) =>
    vi.waitFor(() => expect(logged(server).map(({ msg }) => msg)).toContain(text), PATIENCE);

  test("an old one may die without a third taking its place", async () => {
    server.process.kill("SIGHUP");
    const next = await stoppedSuccessor();
    const first = logged(server).find(({ worker }) => worker === 1)?.pid ?? 0;
    expect(before).toContain(first);
    process.kill(first, "SIGKILL");
    await vi.waitFor(() => expect(isAlive(first)).toBe(false), PATIENCE);
    process.kill(next, "SIGCONT");
    await untilLogged("workers replaced");
    expect(workers()).toHaveLength(2);
    expect(workers()).toContain(next);
  });

  test("a new one that never starts is given up when new ones are asked for again", async () => {
    server.process.kill("SIGHUP");
    const next = await stoppedSuccessor();
    server.process.kill("SIGHUP");
    await untilLogged("workers replaced");
    expect([...before, next].filter(isAlive)).toEqual([]);
    expect(workers()).toHaveLength(2);
  });

  test("the log tells of new ones only where there are", async () => {
    const file = join(archive.env.PROSHNO_DATA, "proshno.sqlite");
    await rm(file);
    await writeFile(file, "not a database, ".repeat(300));
    server.process.kill("SIGHUP");
    await untilLogged("no new worker starts, so the old ones go on");
    await server.stop();
    expect(before.filter(isAlive)).toEqual([]);
    expect(logged(server).map(({ msg }) => msg)).not.toContain("workers replaced");
  });
});

test("a worker that dies each time it starts ends the server, with a sentence", async () => {
  const archive = await openTestArchive("sqlite");
  const server = await startServer({ ...archive.env, PROSHNO_WORKERS: "2", PROSHNO_LOG: "debug" });
  const [one = 0] = await pids(server, 2);
  const ended = once(server.process, "exit");
  // Nobody can open this archive any more.
  const file = join(archive.env.PROSHNO_DATA, "proshno.sqlite");
  await rm(file);
  await Promise.all(
    ["", "-wal", "-shm"].map((end) => writeFile(`${file}${end}`, "not a database, ".repeat(300))),
  );
  process.kill(one, "SIGKILL");
  expect(await ended).toEqual([1, null]);
  expect(logged(server).some(({ msg }) => msg?.includes("dies each time"))).toBe(true);
  await archive.close();
});

test("a port that is taken is told once", async () => {
  const port = await freePort();
  const taken = createServer().listen(port, "127.0.0.1");
  await once(taken, "listening");
  const failure = (await startServer({ PORT: String(port), PROSHNO_WORKERS: "2" }).catch(
    (error: unknown) => error,
  )) as Error;
  taken.close();
  expect(failure.message).toContain("ended with 1");
  expect(failure.message.match(/can't start/g)).toHaveLength(1);
});
