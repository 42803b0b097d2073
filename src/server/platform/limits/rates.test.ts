import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { limitRates, type Rate, type Rates } from "./rates.ts";

const HOUR = 3_600_000;
const actions = Object.entries(limitRates as Rates);

/** Each row of the table in docs/limits.md, by the names of its actions. */
const documented = new Map(
  readFileSync(new URL("../../../../docs/limits.md", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| ") && line.includes("`"))
    .flatMap((line) => {
      const [, , names = "", account = "", address = ""] = line.split("|");
      return [...names.matchAll(/`(\w+)`/g)].map(
        ([, name]) => [name as string, { account, address }] as const,
      );
    }),
);

/** The rate as the table writes it, such as "80 at once, 20 an hour". */
function written({ tries, per }: Rate): string {
  if (per === 24 * HOUR) return `${tries.toLocaleString("en")} a day`;
  const hourly = `${(tries / (per / HOUR)).toLocaleString("en")} an hour`;
  return per === HOUR ? hourly : `${tries.toLocaleString("en")} at once, ${hourly}`;
}

const ratesIn = (cell: string) => new Set(cell.match(/(?:[\d,]+ at once, )?[\d,]+ (?:an hour|a day)/g) ?? []);

test.each(actions)("docs/limits.md has the rates of %s", (action, { address, ...others }) => {
  const row = documented.get(action);
  expect(row, `Add a row for \`${action}\` to the table in docs/limits.md.`).toBeDefined();
  const says = `The row of \`${action}\` in docs/limits.md must have these rates.`;
  expect(ratesIn(row?.account ?? ""), says).toEqual(new Set(Object.values(others).map(written)));
  expect(ratesIn(row?.address ?? ""), says).toEqual(new Set(address ? [written(address)] : []));
});

test("docs/limits.md has no row for a limit that doesn't exist", () => {
  const names = actions.map(([action]) => action);
  expect([...documented.keys()].filter((name) => !names.includes(name))).toEqual([]);
});
