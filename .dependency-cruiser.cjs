/** The direction of imports. tests/project/boundaries.test.ts plants a violation of each rule and sees it caught. */

const TESTS = "\\.test\\.tsx?$";

/**
 * A package, whether it was found in node_modules or not.
 * @param {string[]} names
 */
const packages = (...names) => names.map((name) => `(^|node_modules/)${name}(/|$)`);

/** The folders of src/web, lowest first. Each imports only folders before it, so that no two can import each other. */
const webFolders = ["ui", "page", "addresses", "islands", "items", "features", "routes"];

/** @type {import("dependency-cruiser").IForbiddenRuleType[]} */
const webOrder = webFolders.slice(1).map((folder, index) => ({
  name: `web-${folder}-imports-lower-folders`,
  comment: `src/web/${folder} imports itself and ${webFolders.slice(0, index + 1).join(", ")}.`,
  severity: "error",
  from: { path: `^src/web/${folder}/`, pathNot: TESTS },
  to: {
    path: "^src/web/",
    pathNot: [`^src/web/(${webFolders.slice(0, index + 2).join("|")})/`, "^src/web/styles/"],
  },
}));

/** The modules of src/server, lowest first, and the folders of each, lowest first. */
const serverModules = {
  platform: ["db", "audit", "jobs", "limits", "mail"],
  files: ["rendering", "zips", "storage", "shrinking", "recognition"],
  people: ["auth", "accounts"],
  library: [
    "universities",
    "notices",
    "items",
    "courses",
    "changes",
    "search",
    "duplicates",
    "feedback",
    "publishing",
    "link-check",
    "drive-copies",
  ],
  contributing: ["piles", "transfer", "sample"],
  following: ["saved", "wanted", "follows"],
  moderating: ["trust", "desk", "moderation", "takedowns"],
  site: ["contact", "newsletter", "reviews"],
  operations: ["backup", "metrics", "move"],
};
const modules = Object.keys(serverModules);

/** @type {import("dependency-cruiser").IForbiddenRuleType[]} */
const serverOrder = modules.flatMap((module, place) => {
  const folders = serverModules[/** @type {keyof typeof serverModules} */ (module)];
  const own = `^src/server/${module}/`;
  return [
    ...(place < modules.length - 1
      ? [
          {
            name: `server-${module}-imports-lower-modules`,
            comment: `src/server/${module} imports itself${["", ...modules.slice(0, place)].join(", ")}; the rest is passed in.`,
            severity: /** @type {const} */ ("error"),
            from: { path: own, pathNot: TESTS },
            to: { path: "^src/server/", pathNot: `^src/server/(${modules.slice(0, place + 1).join("|")})/` },
          },
        ]
      : []),
    ...folders.slice(0, -1).map((folder, index) => ({
      name: `server-${module}-${folder}-imports-lower-folders`,
      comment: `src/server/${module}/${folder} imports no folder of the module but ${folders.slice(0, index + 1).join(", ")}.`,
      severity: /** @type {const} */ ("error"),
      from: { path: `${own}${folder}/`, pathNot: TESTS },
      to: { path: `${own}[^/]+/`, pathNot: `${own}(${folders.slice(0, index + 1).join("|")})/` },
    })),
  ];
});

/** Every file of a server module but its index.ts. */
const INSIDE = `^src/server/(${modules.join("|")})/(?!index\\.ts$)`;

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-circular",
      comment: "Modules in a circle can be neither read nor loaded one by one.",
      severity: "error",
      from: { path: "^(src|scripts|lab)/", pathNot: TESTS },
      to: { circular: true },
    },
    {
      name: "no-unresolved",
      comment: "An import that is not found escapes all other rules. Only +types/ is generated.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: ["/\\+types/", "^virtual:"] },
    },
    {
      name: "product-without-tests",
      comment: "What is shipped stands without tests/, scripts/ and test files.",
      severity: "error",
      from: { path: "^src/", pathNot: TESTS },
      to: { path: ["^tests/", "^scripts/", TESTS] },
    },
    {
      name: "nothing-imports-the-laboratory",
      comment: "Experiments and tests share the code in tests/support and scripts/lib.",
      severity: "error",
      from: { pathNot: "^lab/" },
      to: { path: "^lab/" },
    },
    {
      name: "laboratory-imports-source-and-helpers",
      comment: "lab/ imports src/, tests/support/ and scripts/lib/, and no test.",
      severity: "error",
      from: { path: "^lab/" },
      to: {
        path: ["^(tests|scripts)/", TESTS],
        pathNot: ["^tests/support/", "^scripts/lib/"],
      },
    },
    {
      name: "scripts-without-tests",
      comment:
        "scripts/ imports no test and no helper of tests, so that the operators' commands run without them.",
      severity: "error",
      from: { path: "^scripts/" },
      to: { path: ["^tests/", TESTS] },
    },
    {
      name: "tests-import-libraries-of-scripts",
      comment: "Tests and their helpers import scripts/lib/ alone.",
      severity: "error",
      from: { path: ["^tests/", TESTS] },
      to: { path: "^scripts/", pathNot: "^scripts/lib/" },
    },
    {
      name: "shared-runs-everywhere",
      comment:
        "src/shared runs in the browser and on the server: zod, cookies and Punycode, and no Node built-ins.",
      severity: "error",
      from: { path: "^src/shared/", pathNot: TESTS },
      to: {
        pathNot: [
          "^src/shared/",
          ...packages("zod", "punycode\\.js"),
          "^node_modules/hono/dist/(types/)?utils/cookie\\.",
        ],
      },
    },
    {
      name: "server-imports-shared-alone",
      comment: "src/server knows no HTTP, no pages and no wiring; of src/config/env.ts it may know the type.",
      severity: "error",
      from: { path: "^src/server/", pathNot: TESTS },
      to: { path: "^src/", pathNot: ["^src/(server|shared)/", "^src/config/env\\.ts$"] },
    },
    ...serverOrder,
    {
      name: "server-modules-by-index",
      comment: "A server module is imported by its index.ts alone.",
      severity: "error",
      from: { path: "^src/", pathNot: ["^src/server/[^/]+/", TESTS] },
      to: { path: INSIDE },
    },
    {
      name: "server-modules-meet-by-index",
      comment: "Server modules import each other by index.ts, and never their own.",
      severity: "error",
      from: { path: "^src/server/([^/]+)/", pathNot: TESTS },
      to: { path: [INSIDE, "^src/server/$1/index\\.ts$"], pathNot: "^src/server/$1/(?!index\\.ts$)" },
    },
    {
      name: "server-module-files-below-folders",
      comment: "Of the files beside a module's index.ts, only compose.ts knows its folders.",
      severity: "error",
      from: { path: "^src/server/[^/]+/(?!(index|compose)\\.ts$)[^/]+$", pathNot: TESTS },
      to: { path: "^src/server/[^/]+/[^/]+/" },
    },
    {
      name: "file-readers-load-no-server",
      comment: "The processes that open untrusted files load nothing of the server but what they need.",
      severity: "error",
      from: { path: "^src/server/files/.*-(worker|watch)\\.ts$" },
      to: {
        path: "^src/server/([^/]+/index\\.ts$|platform/|people/|library/|contributing/|following/|moderating/|site/|operations/)",
        reachable: true,
      },
    },
    {
      name: "config-takes-types-alone",
      comment:
        "The first of several processes loads src/config and nothing of the site: of others it takes types.",
      severity: "error",
      from: { path: "^src/config/", pathNot: TESTS },
      to: { path: "^src/", pathNot: "^src/(config|shared)/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "process-above-all",
      comment:
        "src/process wires everything up: main.ts and the command line import it, and nothing else does.",
      severity: "error",
      from: { path: "^src/", pathNot: ["^src/(process|cli)/", "^src/main\\.ts$", TESTS] },
      to: { path: "^src/process/" },
    },
    {
      name: "api-imports-server-and-shared",
      comment: "src/api stands on src/server and src/shared; of src/config/env.ts it may know the type.",
      severity: "error",
      from: { path: "^src/api/", pathNot: TESTS },
      to: { path: "^src/", pathNot: ["^src/(api|server|shared)/", "^src/config/env\\.ts$"] },
    },
    {
      name: "env-read-by-main-alone",
      comment: "The configuration is handed down by main.ts; the layers see its type at most.",
      severity: "error",
      from: { path: "^src/(server|api)/", pathNot: TESTS },
      to: { path: "^src/config/env\\.ts$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "ui-imports-shared-and-react",
      comment: "src/web/ui knows nothing of the product.",
      severity: "error",
      from: { path: "^src/web/ui/", pathNot: TESTS },
      to: {
        pathNot: [
          "^src/web/ui/",
          "^src/shared/",
          ...packages("react", "react-dom", "@types/react", "@types/react-dom", "markdown-it"),
        ],
      },
    },
    {
      name: "features-stand-alone",
      comment: "Features never import each other: a route composes them.",
      severity: "error",
      from: { path: "^src/web/features/([^/]+)/", pathNot: TESTS },
      to: { path: "^src/web/features/", pathNot: "^src/web/features/$1/" },
    },
    ...webOrder,
    {
      name: "web-meets-server-in-context",
      comment:
        "src/web sees src/server through src/web/page/context.ts alone, so that no server code reaches a browser.",
      severity: "error",
      from: { path: "^src/web/", pathNot: ["^src/web/page/context\\.ts$", TESTS] },
      to: { path: "^src/server/" },
    },
    {
      name: "web-context-takes-types",
      comment: "src/web/page/context.ts takes types from src/server, never code.",
      severity: "error",
      from: { path: "^src/web/page/context\\.ts$" },
      to: { path: "^src/server/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "web-without-api",
      comment: "Pages call the services, never our own API, and know nothing of the wiring.",
      severity: "error",
      from: { path: "^src/web/", pathNot: TESTS },
      to: { path: ["^src/api/", "^src/(main\\.ts$|config/|process/)"] },
    },
    {
      name: "kysely-in-repos-alone",
      comment: "Queries stand in *.repo.ts files, and in src/server/platform/db.",
      severity: "error",
      from: { path: "^src/", pathNot: ["^src/server/.*\\.repo\\.ts$", "^src/server/platform/db/", TESTS] },
      to: { path: packages("kysely") },
    },
    {
      name: "auth-libraries-in-auth-alone",
      comment: "What proves who somebody is can be exchanged in one folder.",
      severity: "error",
      from: { path: "^src/", pathNot: ["^src/server/people/auth/", TESTS] },
      to: { path: packages("@node-rs/argon2", "openid-client", "otpauth") },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // Types count as imports too: a layer is known by its types as much as by its code.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
