const number = (count: number) => count.toLocaleString("en");
const MB = 1_000_000;

interface DeadlyKind {
  kind: string;
  deaths: number;
  waiting: number;
  ended: number;
}

/** Texts about operations: the answer of /readyz, and the admins' page. */
export const enOperations = {
  operations: {
    title: "Operations",
    intro:
      "This page shows how the archive has been running. The server measures once a minute and keeps the measurements for 14 days.",
    now: "Now",
    fine: "The server reports no problem.",
    problems: {
      database_unreachable:
        "The database does not respond. Start the database, and the server connects again by itself.",
      schema_older:
        "The database's schema is older than this version of Proshno. Restart the server, which then migrates the database.",
      schema_contracted:
        "A newer version has removed something from the database that this version of Proshno needs. Start the newer version on this server.",
      schema_newer:
        "The database's schema is newer than this version of Proshno. Finish the upgrade on every server.",
      data_not_writable:
        "The server can't write to the data folder. Check the owner of the folder, and its disk.",
      storage_unreachable:
        "The service that stores the files does not respond or refuses access. Check the S3 service, the bucket and the key.",
      uploads_refused:
        "Nobody can upload files, because the disk has less free space than its reserve (PROSHNO_FREE_SPACE_MB). Make room on this disk.",
      disk_nearly_full: "The disk with the data folder is nearly full. Make room on this disk.",
      connections_short:
        "PostgreSQL accepts fewer connections than the servers may open, so people may have to wait. Raise max_connections of PostgreSQL, or lower PROSHNO_WORKERS.",
    },
    deadlyKind: ({ kind, deaths, waiting, ended }: DeadlyKind) =>
      `Jobs named "${kind}" stopped their process. Stops: ${number(deaths)}. Jobs that wait for another attempt: ${number(waiting)}. Jobs that won't run again: ${number(ended)}. Search the log for this name.`,
    period: "Period",
    periods: { day: "Last 24 hours", fortnight: "Last 14 days" },
    empty: "There are no measurements yet. The first one appears a minute after the start.",
    highest: (value: string) => `Highest: ${value}`,
    lowest: (value: string) => `Lowest: ${value}`,
    latest: (value: string) => `Latest: ${value}`,
    noValue: "none",
    table: "Show all values as a table",
    time: "Start",
    requests: "Requests per minute",
    errors: "Failed requests",
    p95: "Response time that 19 of 20 requests did not exceed",
    cacheHits: "Public responses from the cache",
    queued: "Waiting jobs",
    dead: "Failed jobs",
    pagesWaiting: "Scanned pages that wait for text recognition",
    diskFree: "Free disk space",
    memory: "Memory",
    rate: (count: number) => count.toLocaleString("en", { maximumFractionDigits: count < 10 ? 1 : 0 }),
    count: number,
    duration: (ms: number) => `${number(ms)} ms`,
    share: (part: number) => `${Math.round(part * 100)} %`,
    bytes: (bytes: number) =>
      bytes < 10_000 * MB
        ? `${number(Math.round(bytes / MB))} MB`
        : `${number(Math.round(bytes / MB / 1_000))} GB`,
  },
};
