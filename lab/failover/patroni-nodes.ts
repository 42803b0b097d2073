import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { root } from "../../scripts/lib/ensure.mjs";
import { findPostgres } from "../../scripts/lib/system-packages.mjs";
import { deployFile } from "../../tests/support/operations/deploy-files.ts";
import {
  databaseMachines,
  type Machine,
  ports,
  urlAt,
} from "../../tests/support/operations/deploy-machines.ts";
import { on } from "./namespaces.ts";
import { makeFolder, type Program, send, startProgram } from "./programs.ts";

/** How long one request to Patroni or etcd may take, in ms. */
const TIMEOUT = 2_000;

export interface Passwords {
  superuser: string;
  proshno: string;
  reader: string;
}

/** A member as Patroni's `GET /cluster` describes it. */
interface Member {
  name: string;
  role: "leader" | "replica" | "sync_standby";
  state: string;
  lag?: number | "unknown";
}

export interface NodeOptions {
  /** The folder of the drill; each machine has a folder in it. */
  folder: string;
  passwords: Passwords;
  log: (machine: Machine, program: string) => string;
}

export type PatroniNodes = ReturnType<typeof openPatroniNodes>;

/** The database machines: etcd, Patroni and PostgreSQL, with the files of deploy/. */
export function openPatroniNodes({ folder, passwords, log }: NodeOptions) {
  const etcds = new Map<Machine, Program>();
  const patronis = new Map<Machine, Program>();
  const pathOf = ({ name }: Machine, file: string) => join(folder, name, file);
  const dataOf = (machine: Machine) => pathOf(machine, "data");

  function startEtcd(machine: Machine): void {
    const config = pathOf(machine, "etcd.yml");
    const replace = { "/var/lib/etcd/proshno": pathOf(machine, "etcd") };
    writeFileSync(config, deployFile("etcd.yml", { machine, replace }));
    const command = ["etcd", "--config-file", config];
    etcds.set(
      machine,
      startProgram({
        machine,
        command,
        log: log(machine, "etcd"),
        cwd: dirname(config),
        isUnprivileged: true,
      }),
    );
  }

  function startPatroni(machine: Machine): void {
    const config = pathOf(machine, "patroni.yml");
    const bin = findPostgres();
    if (!bin) throw new Error("The drill needs PostgreSQL.");
    makeFolder(pathOf(machine, "socket"));
    const replace = {
      RESTAPI_PASSWORD: passwords.superuser,
      SUPERUSER_PASSWORD: passwords.superuser,
      REPLICATION_PASSWORD: passwords.superuser,
      REWIND_PASSWORD: passwords.superuser,
      "/var/lib/postgresql/15/proshno": dataOf(machine),
      "/usr/lib/postgresql/15/bin": bin,
      "/var/lib/postgresql/pgpass": pathOf(machine, "pgpass"),
      "/var/run/postgresql": pathOf(machine, "socket"),
      // A drill that stops Patroni must not restart this machine.
      "mode: automatic": "mode: off",
    };
    writeFileSync(config, deployFile("patroni.yml", { machine, replace }));
    patronis.set(
      machine,
      startProgram({
        machine,
        command: ["patroni", config],
        log: log(machine, "patroni"),
        cwd: dirname(config),
        isUnprivileged: true,
      }),
    );
  }

  const ask = async (machine: Machine, port: number, path: string) =>
    fetch(urlAt(machine, port) + path, { signal: AbortSignal.timeout(TIMEOUT) });

  /** The machine whose Patroni says that it leads. */
  async function leader(): Promise<Machine | undefined> {
    const leads = await Promise.all(
      databaseMachines.map((machine) =>
        ask(machine, ports.patroni, "/primary").then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    );
    return databaseMachines.find((_machine, index) => leads[index]);
  }

  /** The members of the cluster, as the leader knows them. */
  async function members(): Promise<Member[]> {
    const first = await leader();
    if (!first) return [];
    const answer = await ask(first, ports.patroni, "/cluster").catch(() => undefined);
    return answer ? ((await answer.json()) as { members: Member[] }).members : [];
  }

  async function withRole(role: Member["role"]): Promise<Machine | undefined> {
    const found = (await members()).find((member) => member.role === role);
    return databaseMachines.find(({ name }) => name === found?.name);
  }

  /** The machine whose etcd leads. */
  async function etcdLeader(): Promise<Machine | undefined> {
    for (const machine of databaseMachines) {
      const answer = await ask(machine, ports.etcd, "/v2/stats/self").catch(() => undefined);
      const { state } = answer?.ok ? ((await answer.json()) as { state: string }) : { state: "" };
      if (state === "StateLeader") return machine;
    }
    return undefined;
  }

  /** The first process of PostgreSQL; none while it is not running. */
  function postmasterOf(machine: Machine): number[] {
    const path = join(dataOf(machine), "postmaster.pid");
    return existsSync(path) ? [Number(readFileSync(path, "utf8").split("\n")[0])] : [];
  }
  const patroniOf = (machine: Machine): Program => patronis.get(machine) as Program;

  /** Kills PostgreSQL and Patroni with signal 9, as if the machine had lost its power. */
  async function killBoth(machine: Machine): Promise<void> {
    const patroni = patronis.get(machine);
    patroni?.signal("SIGKILL", postmasterOf(machine));
    await patroni?.kill();
  }

  return {
    start(): void {
      for (const machine of databaseMachines) startEtcd(machine);
      for (const machine of databaseMachines) startPatroni(machine);
    },
    /** Creates the roles and the database on the leader's machine, as deploy/README.md says. */
    async createDatabase(): Promise<void> {
      const machine = await leader();
      if (!machine) throw new Error("No PostgreSQL leads.");
      const url = `postgres://postgres:${passwords.superuser}@${machine.address}/postgres`;
      const variables = ["ON_ERROR_STOP=1", `password=${passwords.proshno}`, `reader=${passwords.reader}`];
      const options = [...variables.flatMap((one) => ["-v", one]), "-f", join(root, "deploy/database.sql")];
      const [program = "", ...args] = [...on(machine), "psql", url, ...options];
      await promisify(execFile)(program, args);
    },
    machines: databaseMachines,
    startEtcd,
    startPatroni,
    leader,
    etcdLeader,
    syncStandby: () => withRole("sync_standby"),

    /** Whether one machine leads, the two others follow without a gap, one of them synchronously, and etcd is whole. */
    async isWhole(): Promise<boolean> {
      const all = await members();
      const roles = all.map(({ role }) => role).toSorted();
      const isRunning = all.every(
        ({ role, state, lag }) =>
          ["running", "streaming"].includes(state) &&
          (role === "leader" || (lag !== "unknown" && (lag ?? 0) < 1e6)),
      );
      const health = await Promise.all(
        databaseMachines.map((machine) =>
          ask(machine, ports.etcd, "/health").then(
            ({ ok }) => ok,
            () => false,
          ),
        ),
      );
      return roles.join() === "leader,replica,sync_standby" && isRunning && health.every(Boolean);
    },

    killEtcd: (machine: Machine) => (etcds.get(machine) as Program).kill(),

    /** Kills PostgreSQL's first process with signal 9, as if it had run out of memory. */
    killPostgres: (machine: Machine) => postmasterOf(machine).forEach((pid) => send(pid, "SIGKILL")),

    killBoth,

    /** Stops Patroni and all processes of PostgreSQL. They don't notice how much time passes. */
    pause: (machine: Machine) => patroniOf(machine).signal("SIGSTOP", postmasterOf(machine)),
    resume: (machine: Machine) => patroniOf(machine).signal("SIGCONT", postmasterOf(machine)),

    /** Kills everything, at the end of the drill. */
    async stop(): Promise<void> {
      for (const machine of databaseMachines) await killBoth(machine);
      for (const etcd of etcds.values()) await etcd.kill();
    },
  };
}
