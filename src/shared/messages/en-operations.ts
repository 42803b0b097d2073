const number = (count: number) => count.toLocaleString("en");
const MB = 1_000_000;

/** Texts about operations: the answer of /readyz, and the admins' page. */
export const enOperations = {
  operations: {
    title: "Operations",
    intro: "How the archive has been running. The server measures once a minute and keeps 14 days.",
    now: "Now",
    fine: "The server reports no problem.",
    problems: {
      database_unreachable: "The database does not respond.",
      schema_older: "The database's schema is older than this version of Proshno.",
      schema_contracted:
        "A newer version has removed something from the database that this version of Proshno needs. Start the newer version.",
      schema_newer: "The database's schema is newer than this version of Proshno.",
      data_not_writable: "The server can't write to the data folder.",
      storage_unreachable: "The service that stores the files does not respond.",
      disk_nearly_full: "The disk with the data folder is nearly full.",
    },
    period: "Period",
    periods: { day: "Last 24 hours", fortnight: "Last 14 days" },
    empty: "There are no measurements yet. The first one appears two minutes after the start.",
    highest: (value: string) => `Highest: ${value}`,
    lowest: (value: string) => `Lowest: ${value}`,
    latest: (value: string) => `Latest: ${value}`,
    noValue: "–",
    table: "Show all values as a table",
    time: "From",
    requests: "Requests per minute",
    errors: "Failed requests",
    p95: "Response time of 95 % of the requests",
    queued: "Waiting jobs",
    dead: "Failed jobs",
    diskFree: "Free disk space",
    memory: "Memory",
    rate: (count: number) => count.toLocaleString("en", { maximumFractionDigits: count < 10 ? 1 : 0 }),
    count: number,
    duration: (ms: number) => `${number(ms)} ms`,
    bytes: (bytes: number) =>
      bytes < 10_000 * MB
        ? `${number(Math.round(bytes / MB))} MB`
        : `${number(Math.round(bytes / MB / 1_000))} GB`,
  },
};
