import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { type Machine, machines } from "../../tests/support/operations/deploy-machines.ts";

const BRIDGE = "proshno";
/** Without an address of its own, the bridge has that of a machine, and changes it when this machine is cut off. */
const BRIDGE_MAC = "02:00:00:00:00:01";
/** Where `ip netns` keeps its namespaces. */
const NAMES = "/run/netns";
/** The drill itself, whose clients reach the machines over the bridge. */
const OWN_ADDRESS = "10.0.0.1/24";

/**
 * The words before a command that give it networks, mounts and processes of its own. Everything that the
 * command started ends with it, even if it is killed. `sh` removes the dead processes of killed servers.
 */
export const ISOLATED = [
  ..."unshare --net --mount --pid --fork --kill-child --mount-proc sh -c".split(" "),
  '"$0" "$@"; exit $?',
];

const ip = (...args: string[]): void => void execFileSync("ip", args, { stdio: ["ignore", "pipe", "pipe"] });

/**
 * Gives each machine a network namespace with its address in deploy/, and connects them by a bridge. Must run as
 * root in a network and mount namespace of its own (`ISOLATED`), so that it changes nothing of this machine.
 */
export function makeNetworks(): void {
  mkdirSync(NAMES, { recursive: true });
  execFileSync("mount", ["-t", "tmpfs", "tmpfs", NAMES]);
  ip("link", "set", "lo", "up");
  ip("link", "add", BRIDGE, "address", BRIDGE_MAC, "type", "bridge");
  ip("address", "add", OWN_ADDRESS, "dev", BRIDGE);
  ip("link", "set", BRIDGE, "up");
  for (const { name, address } of machines) {
    ip("netns", "add", name);
    ip("link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", name);
    ip("link", "set", name, "master", BRIDGE, "up");
    ip("-n", name, "address", "add", `${address}/24`, "dev", "eth0");
    ip("-n", name, "link", "set", "eth0", "up");
    ip("-n", name, "link", "set", "lo", "up");
  }
}

/** The words before a command that run it on a machine. */
export const on = ({ name }: Machine): string[] => ["nsenter", `--net=${NAMES}/${name}`];

/** Drops all packets of a machine. The cable stays plugged in, so nobody gets an error. */
export const cutOff = ({ name }: Machine): void => ip("link", "set", name, "nomaster");

/** Ends `cutOff`. */
export const reconnect = ({ name }: Machine): void => ip("link", "set", name, "master", BRIDGE);
