import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { deployFile, variablesOf } from "../support/operations/deploy-files.ts";
import { applicationMachines, databaseMachines } from "../support/operations/deploy-machines.ts";
import { createHealthPaths } from "../../src/api/operations/health.ts";
import { parseEnv } from "../../src/config/env.ts";

const root = join(import.meta.dirname, "../..");
const read = (name: string) => readFileSync(join(root, "deploy", name), "utf8");

test("Patroni's settings acknowledge no write with one copy, and stop an isolated leader in time", () => {
  const { dcs } = parse(read("patroni.yml")).bootstrap;
  expect(dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true });
  // Patroni's own rule.
  expect(dcs.loop_wait + 2 * dcs.retry_timeout).toBeLessThanOrEqual(dcs.ttl);
});

test("Patroni of Debian 12 uses version 2 of etcd's protocol, over which no leader overwrites a lock", () => {
  expect(Object.keys(parse(read("patroni.yml")))).toContain("etcd");
  expect(parse(read("etcd.yml"))).toMatchObject({ "enable-v2": true });
});

test.each(applicationMachines)("the settings of $name are valid", (machine) => {
  const text = deployFile("proshno.env.example", {
    machine,
    replace: {
      "HOST=10.0.0.21": `HOST=${machine.address}`,
      "PROSHNO_SECRET=REPLACE": `PROSHNO_SECRET=${"0123456789abcdef".repeat(2)}x`,
      "PROSHNO_S3_KEY_ID=": "PROSHNO_S3_KEY_ID=key",
      "PROSHNO_S3_SECRET=": "PROSHNO_S3_SECRET=secret",
    },
  });
  const env = parseEnv({ ...variablesOf(text), PROSHNO_DATA: mkdtempSync(join(tmpdir(), "proshno-env-")) });
  expect(env).toMatchObject({ mode: "production", host: machine.address });
  for (const { address } of applicationMachines) expect(env.trustedProxies?.(address, 0)).toBe(true);
  expect(env.trustedProxies?.("10.0.0.1", 0)).toBe(false);
});

test("a machine whose secret was not replaced does not start, so that no machine makes a secret of its own", () => {
  const variables = variablesOf(read("proshno.env.example"));
  const env = { ...variables, PROSHNO_DATA: mkdtempSync(join(tmpdir(), "proshno-env-")) };
  expect(() => parseEnv(env)).toThrow(/PROSHNO_SECRET/);
});

test("HAProxy and etcd name every machine", () => {
  const haproxy = read("haproxy.cfg");
  for (const { name, address } of applicationMachines)
    expect(haproxy.match(new RegExp(`server ${name} ${address}:3000`, "g"))).toHaveLength(2);
  for (const { name, address } of databaseMachines) {
    expect(haproxy.match(new RegExp(`server ${name} ${address}:5432 check port 8008`, "g"))).toHaveLength(2);
    expect(read("etcd.yml")).toContain(`${name}=http://${address}:2380`);
    expect(parse(read("patroni.yml")).etcd.hosts).toContain(`${address}:2379`);
  }
});

test.each([
  ["ready", true, 200],
  ["ready", false, 503],
  ["alive", false, 200],
] as const)(
  "HAProxy's check of the backend `%s` gets an answer of a node, whose readiness is %s: %i",
  async (backend, isReady, status) => {
    const section = read("haproxy.cfg").split(`\nbackend ${backend}\n`)[1]?.split("\nbackend ")[0] ?? "";
    const path = /http-check send meth GET uri (\S+)/.exec(section)?.[1] ?? "";
    const node = createHealthPaths(async () => ({ isReady, problems: [] }));
    expect((await node.request(path)).status).toBe(status);
  },
);

test("HAProxy repeats only reads, and sends each request over a connection of its own", () => {
  const haproxy = read("haproxy.cfg");
  expect(haproxy.match(/^ {2}option http-server-close$/gm)).toHaveLength(2);
  expect(haproxy.match(/retry-on /g)).toHaveLength(2);
  expect(haproxy.match(/disable-l7-retry unless METH_GET/g)).toHaveLength(2);
});

test("PostgreSQL lets each machine reach only what it needs", () => {
  const rules = (parse(read("patroni.yml")).postgresql.pg_hba as string[])
    .filter((rule) => rule.startsWith("host"))
    .map((rule) => rule.split(" "));
  const usersOf = (address: string) =>
    rules
      .filter((rule) => rule[3] === `${address}/32`)
      .map(([, database, users]) => `${users} to ${database}`);
  for (const { address } of applicationMachines)
    expect(usersOf(address)).toEqual(["proshno,proshno_reader to proshno"]);
  for (const { address } of databaseMachines)
    expect(usersOf(address)).toEqual(["replicator to replication", "postgres,rewind to all"]);
  expect(rules).toHaveLength(applicationMachines.length + 2 * databaseMachines.length);
});

test("the reader's limit for a statement is shorter than the time after which the server closes the connection", () => {
  expect(read("database.sql")).toContain("alter role proshno_reader set statement_timeout = '15s';");
});

test("the container has the service's limit of memory and its settings of Node", () => {
  const unit = readFileSync(join(root, "docs/proshno.service"), "utf8");
  const most = Number(/^MemoryMax=(\d+)M$/m.exec(unit)?.[1]);
  const high = Number(/^MemoryHigh=(\d+)M$/m.exec(unit)?.[1]);
  // The formula of docs/production.md, for two workers and one scanned page at a time.
  expect(most).toBeGreaterThanOrEqual(2 * (600 + 768 + 2 * 310) + 400 + 1_200 + 400);
  expect(high).toBe(0.85 * most);
  expect(parse(read("compose.yml")).services.proshno.mem_limit).toBe(`${most}m`);
  const container = read("Containerfile");
  for (const [setting] of unit.matchAll(/\b(?:NODE_ENV|MALLOC_ARENA_MAX|NODE_COMPILE_CACHE)=\S+/g))
    expect(container).toContain(setting);
});
