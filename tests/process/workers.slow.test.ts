import { once } from "node:events";
import { Agent, request } from "node:http";
import { createServer } from "node:net";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { insertItem } from "../support/archive/factories.ts";
import { bothEngines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { freePort, startServer, type TestServer } from "../support/process/server.ts";
import { isAlive, logged, WAIT_OPTIONS, pidOf, pids, send } from "../support/process/workers.ts";
import { tinyPdf } from "../support/files/tiny-pdf.ts";

const TUS = { "tus-resumable": "1.0.0" };

describe.each(bothEngines)("two workers on %s", (engine) => {
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

  test("share the port, print one ready line, and number their log lines", async () => {
    const both = await pids(server, 2);
    expect(both).not.toContain(server.process.pid);
    expect(server.lines.filter((line) => line.startsWith("Proshno is ready"))).toHaveLength(1);
    const numbers = logged(server).flatMap(({ worker }) => worker ?? []);
    expect([...new Set(numbers)].toSorted()).toEqual([1, 2]);
  });

  test("accept each other's sessions", async () => {
    const { cookie, actor } = await archive.signUp("Student");
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => send(server, `/api/users/${actor.email}`, { headers: { cookie } })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
    expect(new Set(await Promise.all(answers.map((answer) => pidOf(server, answer.id)))).size).toBe(2);
  });

  test("complete an upload whose parts reach both of them", async () => {
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
        await Array.fromAsync(await archive.fileStore.stream(sha256, { start: 0, end: bytes.length - 1 })),
      ),
    ).toEqual(Buffer.from(bytes));
  });

  test("answer while one of them is replaced after it was killed", async () => {
    const [first = 0, second = 0] = await pids(server, 2);
    process.kill(first, "SIGKILL");
    const [next] = await pids(server, 1, [first, second]);
    expect(isAlive(first)).toBe(false);
    expect(await pids(server, 2)).toContain(next);
    expect(logged(server).some(({ msg }) => msg === "worker died")).toBe(true);
  });

  test("are replaced one by one under load, and lose no request", async () => {
    const before = await pids(server, 2);
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const statuses = new Map<number | undefined, number>();
    const load = { isOver: false };
    const paths = [`/note-details/${id}`, "/allNotes", "/api/allNotes", "/healthz"];
    const client = async (index: number) => {
      while (!load.isOver) {
        // Half of the clients reuse connections; the other half open new connections.
        const { status } = await send(server, paths[index % 4] as string, index % 2 === 0 ? { agent } : {});
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    const clients = Array.from({ length: 8 }, (_, index) => client(index));
    server.process.kill("SIGHUP");
    await vi.waitFor(
      () => expect(logged(server).map(({ msg }) => msg)).toContain("workers replaced"),
      WAIT_OPTIONS,
    );
    load.isOver = true;
    await Promise.all(clients);
    agent.destroy();
    expect([...statuses.keys()]).toEqual([200]);
    expect(before.filter(isAlive)).toEqual([]);
    await pids(server, 2, before);
  });
});

describe("the primary with two workers", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startServer({ PROSHNO_WORKERS: "2", PROSHNO_LOG: "debug" });
  });
  afterEach(() => server.stop());

  test("lets its workers finish the requests in progress after SIGTERM, and exits with code 0", async () => {
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
    sent.forEach((one) => one.end("name=a&email=b@c.edu&sub=c&mess=last+words"));
    const statuses = (await Promise.all(answers)).map(([answer]) => {
      answer.resume();
      return answer.statusCode;
    });
    expect(statuses).toEqual([303, 303, 303, 303]);
    expect(await stopped).toBe(0);
  });

  test("ends its workers when it is killed", async () => {
    const both = await pids(server, 2);
    server.process.kill("SIGKILL");
    await vi.waitFor(() => expect(both.filter(isAlive)).toEqual([]), WAIT_OPTIONS);
  });
});

test("a worker that dies at each start ends the server with an error message", async () => {
  const archive = await openTestArchive("sqlite");
  const server = await startServer({ ...archive.env, PROSHNO_WORKERS: "2", PROSHNO_LOG: "debug" });
  const [one = 0] = await pids(server, 2);
  const ended = once(server.process, "exit");
  // The database file is no longer readable.
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

test("the error for a port in use is printed once", async () => {
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
