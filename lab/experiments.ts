import type { Experiment } from "./lib/experiment.ts";

interface Entry {
  /** Says in the list of `npm run lab` what the experiment finds out. */
  help: string;
  /** Loads its file, which is needed only when it runs. */
  load: () => Promise<{ experiment: Experiment }>;
}

/** The experiments by their names. */
export const experiments: Record<string, Entry> = {
  // Speed
  bench: {
    help: "speed of services and responses beside bare node:http, on archives of different sizes",
    load: () => import("./bench/bench.ts"),
  },
  large: {
    help: "as many items as load into PostgreSQL in 90 minutes, then sizes and times",
    load: () => import("./large/large.ts"),
  },
  courses: { help: "times of course pages and lists", load: () => import("./courses/courses.ts") },
  "desk-times": {
    help: "times of the desk with many pending items, and of a write beside a large decision",
    load: () => import("./desk/desk-times.ts"),
  },
  "pile-times": {
    help: "how long people wait for the details of a paper: one at a time, and 500 at once",
    load: () => import("./pile/pile-times.ts"),
  },
  "photo-timings": {
    help: "how long a slow phone takes to join four photos to a PDF",
    load: () => import("./photo-timings.ts"),
  },
  "account-timings": {
    help: "whether the time of a response reveals that an email has an account",
    load: () => import("./accounts/account-timings.ts"),
  },
  // Quality
  search: { help: "quality of the search", load: () => import("./search/search.ts") },
  "course-search": {
    help: "how often a search finds the course or paper that a student means",
    load: () => import("./search/course-search.ts"),
  },
  reading: {
    help: "how well details and text are read from exam papers",
    load: () => import("./reading/reading.ts"),
  },
  grouping: {
    help: "how well piles group photos of one paper and split PDFs of several exams",
    load: () => import("./grouping/grouping.ts"),
  },
  duplicates: { help: "how many duplicates are found", load: () => import("./duplicates/duplicates.ts") },
  thumbnails: {
    help: "bytes of thumbnails, and whether their course codes can still be read",
    load: () => import("./thumbnails/thumbnails.ts"),
  },
  // Screens
  desk: {
    help: "keys, clicks and times for deciding on 200 items: keyboard, mouse, phone",
    load: () => import("./desk/desk.ts"),
  },
  pile: {
    help: "clicks and keys for sending 40 papers: mouse, keyboard, phone",
    load: () => import("./pile/pile.ts"),
  },
  budgets: {
    help: "bytes of every page on a phone, and Lighthouse",
    load: () => import("./budgets/budgets.ts"),
  },
  screenshots: {
    help: "every page at 360 and 1280 px, light and dark, with contact sheets",
    load: () => import("./screenshots/screenshots.ts"),
  },
  // Load and attacks
  soak: {
    help: "an hour of half the full load on each engine: memory, open handles, log and database",
    load: () => import("./soak/soak.ts"),
  },
  abuse: {
    help: "attacks from outside, and how long others wait",
    load: () => import("./abuse/abuse.ts"),
  },
  bombs: { help: "hostile PDFs, images and documents", load: () => import("./bombs/bombs.ts") },
  openapi: {
    help: "10,000 requests made from the OpenAPI document",
    load: () => import("./openapi.ts"),
  },
  // Accounts and permissions
  accounts: {
    help: "tests of accounts, login and mail, and the timings",
    load: () => import("./accounts/accounts.ts"),
  },
  "account-faults": {
    help: "plants mistakes in a copy and checks that a test fails for each",
    load: () => import("./accounts/account-faults.ts"),
  },
  policies: {
    help: "turns every policy into its opposite and checks that a test fails",
    load: () => import("./accounts/policies.ts"),
  },
  // Drills
  stale: {
    help: "a hundred writers change public data under readers of two processes",
    load: () => import("./drills/stale.ts"),
  },
  kills: { help: "kills the server in the middle of its work", load: () => import("./drills/kills.ts") },
  deaths: { help: "lets every kind of job kill its own process", load: () => import("./drills/deaths.ts") },
  faults: {
    help: "disk full or slow, clock jumps, limits of memory and files, database and S3 gone and back",
    load: () => import("./drills/faults.ts"),
  },
  backup: {
    help: "backs up under load, loses everything and restores it elsewhere, with kills",
    load: () => import("./drills/backup.ts"),
  },
  move: {
    help: "moves 100,000 items from SQLite to PostgreSQL, with kills, and compares both",
    load: () => import("./drills/move.ts"),
  },
  upgrade: {
    help: "upgrades a server under load: good and broken releases, kills at every step",
    load: () => import("./drills/upgrade.ts"),
  },
  promotion: {
    help: "kills PostgreSQL and promotes a standby, while two processes write and read",
    load: () => import("./drills/promotion.ts"),
  },
  failover: {
    help: "breaks the parts of an archive on several machines while people read and write",
    load: () => import("./failover/failover.ts"),
  },
};
