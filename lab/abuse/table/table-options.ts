import type { Engine } from "../../../tests/support/platform/archive.ts";

/** The three attackers. The student is the owner of the thing, if only its owner gets a success. */
export const attackers = ["visitor", "student", "moderator"] as const;
export type Attacker = (typeof attackers)[number];

/** The options of the table, which the experiment `abuse` hands on to Vitest in ABUSE_TABLE. */
export interface TableOptions {
  engines: Engine[];
  /** Texts that the names of the measured lines contain, all of them. */
  rows: string[];
  attackers: Attacker[];
  /** How many equal requests are sent at once. */
  atOnce: number;
  items: number;
  /** How long one engine takes at most; the lines that are left aren't measured. */
  minutes: number;
}

export const readOptions = (): TableOptions => JSON.parse(process.env["ABUSE_TABLE"] ?? "") as TableOptions;
