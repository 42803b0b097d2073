import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import pg from "pg";
import { node24, root } from "../../scripts/lib/ensure.mjs";
import { serverArgs, serverEnv } from "../../scripts/lib/server-process.mjs";
import { deployFile, variablesOf } from "../../tests/support/operations/deploy-files.ts";
import {
  applicationMachines,
  type Machine,
  ports,
  urlAt,
} from "../../tests/support/operations/deploy-machines.ts";
import type { NodeOptions } from "./patroni-nodes.ts";
import { type Program, startProgram } from "./programs.ts";

const TIMEOUT = 3_000;

export type ApplicationNodes = ReturnType<typeof openApplicationNodes>;

/** The application machines: HAProxy, PgBouncer and Proshno, with the files of deploy/. */
export function openApplicationNodes({ folder, passwords, log }: NodeOptions, secret: string) {
  const proxies = new Map<Machine, Program>();
  const poolers = new Map<Machine, Program>();
  const nodes = new Map<Machine, Program>();
  const pathOf = ({ name }: Machine, file: string) => join(folder, name, file);

  function startHaproxy(machine: Machine): void {
    const config = pathOf(machine, "haproxy.cfg");
    const replace = {
      "log /dev/log local0": "log stdout format raw local0 notice",
      "/run/haproxy/admin.sock": pathOf(machine, "haproxy.sock"),
    };
    writeFileSync(config, deployFile("haproxy.cfg", { machine, replace }));
    const command = ["haproxy", "-db", "-f", config];
    const options = { machine, command, log: log(machine, "haproxy"), cwd: dirname(config) };
    proxies.set(machine, startProgram({ ...options, isUnprivileged: true }));
  }

  function startPgbouncer(machine: Machine): void {
    const config = pathOf(machine, "pgbouncer.ini");
    const users = pathOf(machine, "userlist.txt");
    const replace = { "/etc/pgbouncer/userlist.txt": users };
    writeFileSync(users, `"proshno_reader" "${passwords.reader}"\n`);
    writeFileSync(config, deployFile("pgbouncer.ini", { machine, replace }));
    const command = ["pgbouncer", config];
    const options = { machine, command, log: log(machine, "pgbouncer"), cwd: dirname(config) };
    poolers.set(machine, startProgram({ ...options, isUnprivileged: true }));
  }

  /** The variables of deploy/proshno.env.example. The drill's writes have no files, so it needs no bucket. */
  function environmentOf(machine: Machine): Record<string, string> {
    const replace = { PROSHNO_PASSWORD: passwords.proshno, READER_PASSWORD: passwords.reader };
    const shipped = variablesOf(deployFile("proshno.env.example", { machine, replace }));
    const inBucket = Object.entries(shipped).filter(([name]) => !name.startsWith("PROSHNO_S3_"));
    return {
      ...Object.fromEntries(inBucket),
      HOST: machine.address,
      PROSHNO_DATA: pathOf(machine, "proshno"),
      PROSHNO_SECRET: secret,
      PROSHNO_WORKERS: "1",
      PROSHNO_OCR: "off",
      PROSHNO_ADMIN_2FA: "optional",
      PROSHNO_LOG: "warn",
    };
  }

  function startNode(machine: Machine): void {
    mkdirSync(pathOf(machine, "proshno"), { recursive: true });
    const options = {
      machine,
      command: [node24(), ...serverArgs],
      log: log(machine, "proshno"),
      cwd: root,
    };
    const env = { ...serverEnv, ...environmentOf(machine) };
    nodes.set(machine, startProgram({ ...options, env, isUnprivileged: false }));
  }

  const [first = { name: "", address: "" }] = applicationMachines;
  const databaseUrl = `postgres://proshno:${passwords.proshno}@${first.address}:${ports.leader}/proshno`;

  return {
    startProxies: () => applicationMachines.forEach(startHaproxy),
    start(): void {
      for (const machine of applicationMachines) {
        startPgbouncer(machine);
        startNode(machine);
      }
    },
    startHaproxy,
    startNode,
    killHaproxy: (machine: Machine) => (proxies.get(machine) as Program).kill(),
    killNode: (machine: Machine) => (nodes.get(machine) as Program).kill(),

    async stop(): Promise<void> {
      for (const program of [...nodes.values(), ...poolers.values(), ...proxies.values()])
        await program.kill();
    },

    /** Whether every node is ready, and every HAProxy leads to a ready node. */
    async areReady(): Promise<boolean> {
      const asked = applicationMachines.flatMap((machine) =>
        [ports.node, ports.site].map((port) => [machine, port] as const),
      );
      const ready = await Promise.all(
        asked.map(([machine, port]) =>
          fetch(`${urlAt(machine, port)}/readyz`, { signal: AbortSignal.timeout(TIMEOUT) }).then(
            ({ ok }) => ok,
            () => false,
          ),
        ),
      );
      return ready.every(Boolean);
    },

    /** The addresses that DNS gives to visitors. */
    entries: (): string[] => applicationMachines.map((machine) => urlAt(machine, ports.site)),
    databaseUrl,
    /** Through PgBouncer and HAProxy to a standby. */
    replicaUrl: environmentOf(first)["DATABASE_REPLICA_URL"],
    /** Whether the leader accepts connections through HAProxy. */
    leaderAnswers: () => answers(databaseUrl),
  };
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: TIMEOUT });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
