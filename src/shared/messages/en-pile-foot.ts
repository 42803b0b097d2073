export const papers = (count: number): string => (count === 1 ? "1 paper" : `${count} papers`);

/** Joins phrases with commas. */
export const listed = (phrases: string[]): string => phrases.join(", ");

export const allSent = (count: number): string => `All sent: ${papers(count)}`;
export const pendingUntil = (count: number): string =>
  count === 1
    ? "It is pending until a moderator approves it."
    : "They are pending until a moderator approves them.";

/** How the foot names the papers that stay. */
const stays: Record<string, (count: number) => string> = {
  check: (count) => `${count} to check`,
  reading: (count) => `${count} still being read`,
  duplicate: (count) => (count === 1 ? "1 duplicate" : `${count} duplicates`),
  refused: (count) => `${count} can't be added`,
  leftOut: (count) => `${count} taken out`,
};

/** Texts of the foot, which sends the papers. */
export const enPileFoot = {
  label: "Send the batch",
  send: (count: number) => `Send ${papers(count)}`,
  ready: (count: number) => (count === 1 ? "1 paper is ready" : `${count} papers are ready`),
  later: (now: number, later: number) => `${now} go now, ${later} when they have been read`,
  stay: (counts: [group: string, count: number][]) => {
    const all = counts.reduce((sum, [, count]) => sum + count, 0);
    const parts = counts.map(([group, count]) => stays[group]?.(count) ?? "");
    return `${all === 1 ? "1 stays" : `${all} stay`} here: ${listed(parts)}`;
  },
  nothing: "Nothing is ready yet.",
  start: "Send papers as they become ready",
  none: "Send",
  rest: "Also send the rest as they become ready",
  sent: (count: number, pending = count) =>
    pending === 0
      ? `${papers(count)} sent and published.`
      : `${papers(count)} sent. ${pending === count ? pendingUntil(count) : `${pending} of them ${pending === 1 ? "is" : "are"} pending.`}`,
  done: "Nothing is left to send.",
  more: "Add other papers",
  unsent: (names: string[], count: number) =>
    `${papers(count)} not sent: ${listed(names)}${count > names.length ? "…" : ""}. The status of each paper says why.`,
  sending: (count: number) => `Sending ${papers(count)}`,
};
