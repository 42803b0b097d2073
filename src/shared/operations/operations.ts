/** The periods that the admins' page about operations shows. */
export const historyPeriods = ["day", "fortnight"] as const;
export type HistoryPeriod = (typeof historyPeriods)[number];

/** @returns the period in an address; a day for any other text */
export const parsePeriod = (text: string | null): HistoryPeriod =>
  historyPeriods.find((period) => period === text) ?? "day";
