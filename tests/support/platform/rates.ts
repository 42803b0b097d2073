import { limitRates, type Rates } from "../../../src/server/platform/limits/rates.ts";

/**
 * Limits that are a thousand times as high, for tests that send a year of one person's requests in a few
 * seconds.
 */
export const WIDE_RATES = Object.fromEntries(
  Object.entries(limitRates).map(([action, scopes]) => [
    action,
    Object.fromEntries(
      Object.entries(scopes).map(([scope, { tries, per }]) => [scope, { tries: tries * 1_000, per }]),
    ),
  ]),
) as Rates;
