import type { ApplicationNodes } from "./application-nodes.ts";
import { applicationMachines, type Machine } from "../../tests/support/operations/deploy-machines.ts";
import { cutOff, reconnect } from "./namespaces.ts";
import type { PatroniNodes } from "./patroni-nodes.ts";

/** The faults, and how often each happens in a whole drill. */
export const faultCounts = {
  "kill-leader": 20,
  "stop-leader": 10,
  "kill-node": 10,
  "kill-standby": 5,
  "kill-etcd": 5,
  "kill-haproxy": 5,
  "network-loss": 5,
  "no-standby": 1,
} as const;
export type FaultName = keyof typeof faultCounts;
export const faultNames = Object.keys(faultCounts) as FaultName[];

export interface Cluster {
  databases: PatroniNodes;
  applications: ApplicationNodes;
}

/** One fault that lasts until `end`. */
export interface RunningFault {
  /** What was broken, such as "PostgreSQL and Patroni of db2". */
  what: string;
  /** Whether there is no leader for a while, so that nobody can read or write. */
  hitsLeader?: boolean;
  /** Repairs what no program repairs by itself, as systemd or an operator does. */
  end(): Promise<void> | void;
}

type Begin = (cluster: Cluster, round: number) => Promise<RunningFault>;

const begins: Record<FaultName, Begin> = {
  /** Every second time Patroni dies too, as with a whole machine. */
  async "kill-leader"({ databases }, round) {
    const leader = await leaderOf(databases);
    if (round % 2 === 0) {
      databases.killPostgres(leader);
      return { what: `PostgreSQL of ${leader.name}`, hitsLeader: true, end: () => {} };
    }
    await databases.killBoth(leader);
    const what = `PostgreSQL and Patroni of ${leader.name}`;
    return { what, hitsLeader: true, end: () => databases.startPatroni(leader) };
  },

  async "stop-leader"({ databases }) {
    const leader = await leaderOf(databases);
    databases.pause(leader);
    const what = `PostgreSQL and Patroni of ${leader.name}`;
    return { what, hitsLeader: true, end: () => databases.resume(leader) };
  },

  async "kill-node"({ applications }, round) {
    const machine = applicationMachine(round);
    await applications.killNode(machine);
    return { what: machine.name, end: () => applications.startNode(machine) };
  },

  async "kill-standby"({ databases }, round) {
    const standby = await databases.syncStandby();
    if (!standby) throw new Error("There is no synchronous standby.");
    if (round % 2 === 0) {
      databases.killPostgres(standby);
      return { what: `PostgreSQL of ${standby.name}`, end: () => {} };
    }
    await databases.killBoth(standby);
    return { what: `PostgreSQL and Patroni of ${standby.name}`, end: () => databases.startPatroni(standby) };
  },

  async "kill-etcd"({ databases }) {
    const leader = await databases.etcdLeader();
    if (!leader) throw new Error("No etcd leads.");
    await databases.killEtcd(leader);
    return { what: leader.name, end: () => databases.startEtcd(leader) };
  },

  async "kill-haproxy"({ applications }, round) {
    const machine = applicationMachine(round);
    await applications.killHaproxy(machine);
    return { what: machine.name, end: () => applications.startHaproxy(machine) };
  },

  /** In turn, the leader's machine and an application machine lose all packets. */
  async "network-loss"({ databases }, round) {
    const hitsLeader = round % 2 === 0;
    const machine = hitsLeader ? await leaderOf(databases) : applicationMachine(round >> 1);
    cutOff(machine);
    return { what: machine.name, hitsLeader, end: () => reconnect(machine) };
  },

  /** Both standbys die, so writes wait for `end`. */
  async "no-standby"({ databases }) {
    const leader = await leaderOf(databases);
    const standbys = databases.machines.filter((machine) => machine !== leader);
    for (const standby of standbys) await databases.killBoth(standby);
    return {
      what: standbys.map(({ name }) => name).join(" and "),
      end: () => standbys.forEach(databases.startPatroni),
    };
  },
};

const applicationMachine = (round: number): Machine =>
  applicationMachines[round % applicationMachines.length] as Machine;

async function leaderOf(databases: PatroniNodes): Promise<Machine> {
  const leader = await databases.leader();
  if (!leader) throw new Error("No PostgreSQL leads.");
  return leader;
}

/** Begins a fault. @param round how often this fault has happened before */
export const beginFault = (name: FaultName, cluster: Cluster, round: number): Promise<RunningFault> =>
  begins[name](cluster, round);
