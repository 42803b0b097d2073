/** A machine of deploy/README.md, with the address that the files of deploy/ name. */
export interface Machine {
  name: string;
  address: string;
}

export const databaseMachines: readonly Machine[] = [
  { name: "db1", address: "10.0.0.11" },
  { name: "db2", address: "10.0.0.12" },
  { name: "db3", address: "10.0.0.13" },
];
export const applicationMachines: readonly Machine[] = [
  { name: "app1", address: "10.0.0.21" },
  { name: "app2", address: "10.0.0.22" },
];
export const machines = [...databaseMachines, ...applicationMachines];

/** The ports that the files of deploy/ name. */
export const ports = {
  patroni: 8008,
  etcd: 2379,
  site: 8080,
  leader: 5000,
  node: 3000,
} as const;

export const urlAt = ({ address }: Machine, port: number): string => `http://${address}:${port}`;
