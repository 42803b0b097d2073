// What of the build a phone may be made to load, compressed by gzip: `npx size-limit`. What each page loads of it is
// measured in a browser by tests/web/budgets.browser.test.ts.
import { readdirSync, readFileSync } from "node:fs";

const ASSETS = "build/client/assets";

/** The module of each part and what it imports, as the browser is told. */
const manifest = readdirSync(ASSETS).find((name) => name.startsWith("manifest-"));
const { entry, routes } = JSON.parse(
  readFileSync(`${ASSETS}/${manifest}`, "utf8")
    .replace(/^[^{]*/, "")
    .replace(/;\s*$/, ""),
);
/** @param {{ module: string, imports?: string[] }[]} parts */
const filesOf = (...parts) => [
  ...new Set(
    parts.flatMap(({ module, imports = [] }) => [module, ...imports]).map((path) => `build/client${path}`),
  ),
];

/** Of several files, the first is named as their folder. */
const islands = readdirSync("src/web/islands").map((file) => file.replace(/\.ts$/, ""));
/** What comes when it is asked for, and not before. */
const LARGE = ["reader"];

/** Each alone is a request, and none is worth more than 2 kB, or 4 where a reader asked for it; a document has few. */
const islandChecks = islands.map((name) => ({
  name: `Island ${name}`,
  path: `${ASSETS}/${name}-*.js`,
  limit: LARGE.includes(name) ? "4 kB" : "2 kB",
}));

export default [
  ...islandChecks,
  { name: "All islands", path: islands.map((name) => `${ASSETS}/${name}-*.js`), limit: "15 kB" },
  { name: "Stylesheet of the documents", path: `${ASSETS}/app-!(pages-*).css`, limit: "8 kB" },
  {
    name: "All stylesheets, without those of the home page, of the search, of piles, of the desk and of courses",
    path: `${ASSETS}/!(home-page-*|search-page-*|pile-page-*|desk-page-*|course-page-*).css`,
    limit: "14.4 kB",
  },
  { name: "Stylesheet of the home page", path: `${ASSETS}/home-page-*.css`, limit: "3.3 kB" },
  { name: "Stylesheet of the search", path: `${ASSETS}/search-page-*.css`, limit: "1.3 kB" },
  { name: "Stylesheet of the desk", path: `${ASSETS}/desk-page-*.css`, limit: "4 kB" },
  { name: "Stylesheet of courses", path: `${ASSETS}/course-page-*.css`, limit: "3 kB" },
  { name: "Stylesheet of piles", path: `${ASSETS}/pile-page-*.css`, limit: "4 kB" },
  { name: "What every hydrated page begins with", path: filesOf(entry, routes.root), limit: "151.2 kB" },
].map((check) => ({ ...check, gzip: true }));
