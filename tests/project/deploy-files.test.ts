import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { deployFile, variablesOf } from "../../scripts/failover/deploy-files.ts";
import { applicationMachines, databaseMachines } from "../../scripts/failover/machines.ts";
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
      "PROSHNO_SECRET=": `PROSHNO_SECRET=${"0123456789abcdef".repeat(2)}x`,
      "PROSHNO_S3_KEY_ID=": "PROSHNO_S3_KEY_ID=key",
      "PROSHNO_S3_SECRET=": "PROSHNO_S3_SECRET=secret",
    },
  });
  const env = parseEnv({ ...variablesOf(text), PROSHNO_DATA: mkdtempSync(join(tmpdir(), "proshno-env-")) });
  expect(env).toMatchObject({ mode: "production", host: machine.address });
  for (const { address } of applicationMachines) expect(env.trustedProxies?.(address, 0)).toBe(true);
  expect(env.trustedProxies?.("10.0.0.1", 0)).toBe(false);
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

test("HAProxy asks a node for the addresses that exist, and repeats only reads", () => {
  const haproxy = read("haproxy.cfg");
  expect(haproxy).toContain("uri /readyz");
  expect(haproxy.match(/retry-on /g)).toHaveLength(2);
  expect(haproxy.match(/disable-l7-retry unless METH_GET/g)).toHaveLength(2);
});
