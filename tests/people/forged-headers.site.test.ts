import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { startServer, type TestServer } from "../support/process/server.ts";

const FORGED = 120;
/**
 * The attempts of one address, and the ms until a used attempt is free again
 * (src/server/platform/limits/rates.ts).
 */
const MESSAGES = { tries: 30, pause: 120_000 };
const PASSWORDS = { tries: 100, pause: 36_000 };
const TRIES = MESSAGES.tries;

/** Sends a contact message. @returns its status */
async function send(server: TestServer, headers: Record<string, string>): Promise<number> {
  const answer = await fetch(`${server.origin}/contact`, {
    method: "POST",
    redirect: "manual",
    headers: { ...headers, origin: server.origin, "content-type": "application/x-www-form-urlencoded" },
    body: "name=a&email=b@c.edu&sub=c&mess=d",
  });
  await answer.arrayBuffer();
  if (answer.status === 429) expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  return answer.status;
}

/** Tries a wrong password. @returns the status */
async function guess(server: TestServer, email: string, headers: Record<string, string>): Promise<number> {
  const answer = await fetch(`${server.origin}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ email, password: "not the password" }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Sends many requests. @returns the number that no limit refused, and the most that the limit allows */
async function count(times: number, one: (index: number) => Promise<number>, { tries, pause } = MESSAGES) {
  const start = performance.now();
  const statuses: number[] = [];
  for (let index = 0; index < times; index += 1) statuses.push(await one(index));
  const through = statuses.filter((status) => status !== 429);
  // The server accepts a message (303) and refuses a wrong password (401).
  expect(new Set(through).size).toBe(1);
  expect([303, 401]).toContain(through[0]);
  return { through: through.length, most: tries + Math.ceil((performance.now() - start) / pause) };
}

/** An address that changes with each request. */
const invented = (index: number) => `198.51.${index >> 8}.${index & 255}`;

describe("a server that trusts no proxy", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.stop());

  const forged = (index: number) => ({
    "x-forwarded-for": `${invented(index)}, ${invented(index + 1)}`,
    forwarded: `for=${invented(index)}`,
    "x-real-ip": invented(index),
    "true-client-ip": invented(index),
    "cf-connecting-ip": invented(index),
    "x-client-ip": invented(index),
  });

  test("counts messages by the address of the socket, and ignores forged headers", async () => {
    const { through, most } = await count(FORGED, (index) => send(server, forged(index)));
    console.log(`forged headers: ${FORGED} messages sent, ${through} accepted`);
    expect(through).toBeGreaterThanOrEqual(TRIES);
    expect(through).toBeLessThanOrEqual(most);
  });

  test("counts wrong passwords by the address of the socket, for one account and for many", async () => {
    const one = await count(FORGED, (index) => guess(server, "one@example.edu", forged(index)), {
      tries: 10,
      pause: 360_000,
    });
    expect(one.through).toBeGreaterThanOrEqual(10);
    expect(one.through).toBeLessThanOrEqual(one.most);
    const many = await count(
      FORGED,
      (index) => guess(server, `person${index}@example.edu`, forged(index)),
      PASSWORDS,
    );
    expect(many.through).toBeGreaterThanOrEqual(PASSWORDS.tries - one.through);
    expect(many.through + one.through).toBeLessThanOrEqual(many.most + one.most);
    console.log(
      `forged headers: ${FORGED} passwords sent to one account, ${one.through} compared; ` +
        `${FORGED} to as many accounts, ${many.through} compared`,
    );
  });
});

describe("a server that trusts the proxy on its machine", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ PROSHNO_TRUSTED_PROXIES: "loopback" });
  });
  afterAll(() => server.stop());

  test("counts each client separately by the address that the proxy added, and ignores forged headers", async () => {
    for (const client of ["192.0.2.1", "192.0.2.2"]) {
      const { through, most } = await count(TRIES + 20, (index) =>
        send(server, {
          "x-forwarded-for": `${invented(index)}, ${client}`,
          forwarded: `for=${invented(index)}`,
          "x-real-ip": invented(index),
        }),
      );
      expect(through).toBeGreaterThanOrEqual(TRIES);
      expect(through).toBeLessThanOrEqual(most);
    }
  });
});

describe("two servers of one PostgreSQL archive", () => {
  let archive: TestArchive;
  let servers: TestServer[];
  beforeAll(async () => {
    archive = await openTestArchive("postgres");
    servers = await Promise.all([startServer(archive.env), startServer(archive.env)]);
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await archive.close();
  });

  test("share their limits", async () => {
    const { through, most } = await count(TRIES * 2 + 10, (index) =>
      send(servers[index % 2] as TestServer, {}),
    );
    expect(through).toBeGreaterThanOrEqual(TRIES);
    expect(through).toBeLessThanOrEqual(most);
  });
});
