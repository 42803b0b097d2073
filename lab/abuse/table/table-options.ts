import { join } from "node:path";
import { parseArgs } from "node:util";
import { bothEngines } from "../../../tests/support/platform/archive.ts";
import { root } from "../../../scripts/lib/ensure.mjs";
import { attackers } from "./chosen-rows.ts";

/** The options of `npm run test:abuse -- --only table`, which the command hands on in ABUSE_TABLE. */
export function readOptions() {
  const { values } = parseArgs({
    args: JSON.parse(process.env["ABUSE_TABLE"] ?? "[]") as string[],
    options: {
      engine: { type: "string", multiple: true, default: [...bothEngines] },
      rows: { type: "string", multiple: true, default: [] },
      as: { type: "string", multiple: true, default: [...attackers] },
      "at-once": { type: "string", default: "50" },
      items: { type: "string", default: "10000" },
      minutes: { type: "string", default: "15" },
      folder: { type: "string", default: join(root, "bench/results") },
    },
  });
  return {
    engines: bothEngines.filter((engine) => values.engine.includes(engine)),
    /** Texts that the names of the measured lines contain, all of them. */
    rows: values.rows,
    attackers: values.as,
    /** How many equal requests are sent at once. */
    atOnce: Number(values["at-once"]),
    items: Number(values.items),
    /** How long one engine takes at most; the lines that are left aren't measured. */
    minutes: Number(values.minutes),
    folder: values.folder,
  };
}
