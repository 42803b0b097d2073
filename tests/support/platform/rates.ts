import { limitRates, type Rates } from "../../../src/server/platform/limits/rates.ts";

/** For tests that do at once what a person does in a year: limits a thousand times as wide. */
export const WIDE_RATES = Object.fromEntries(
  Object.entries(limitRates).map(([action, scopes]) => [
    action,
    Object.fromEntries(
      Object.entries(scopes).map(([scope, { tries, per }]) => [scope, { tries: tries * 1_000, per }]),
    ),
  ]),
) as Rates;
