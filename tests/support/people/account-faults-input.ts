import type { Fault } from "../platform/fault.ts";

const SCHEMAS = "src/shared/schemas/people.ts";
const WEAK = "src/server/people/auth/weak-password.ts";
const REFUSED_WEAK = "common passwords and passwords with the email's name";

const FIELDS = "tests/people/hostile-fields.site.test.ts";
const PEOPLE = "tests/people/people.site.test.ts";
const TABLE = "tests/api/authorization-table.site.test.ts";

/**
 * Faults in the checks of typed text, of the number of attempts, and of the functions that people can call.
 */
export const inputFaults: Fault[] = [
  {
    entry: "weak passwords",
    name: "the most common passwords pass",
    edits: [[WEAK, `if (common.has(plain)) return "commonPassword";`, ""]],
    test: [PEOPLE, REFUSED_WEAK],
  },
  {
    entry: "weak passwords",
    name: "a password may hold the e-mail's name",
    edits: [
      [
        WEAK,
        `name.length >= NAME_MIN && plain.includes(name) ? "passwordHoldsEmail" : undefined`,
        "undefined",
      ],
    ],
    test: [PEOPLE, REFUSED_WEAK],
  },
  {
    entry: "weak passwords",
    name: "a new password by mail may be weak",
    edits: [
      [
        "src/server/people/accounts/credentials.service.ts",
        `    if (weak) throw invalid("password", weak);\n`,
        "",
      ],
    ],
    test: ["tests/people/credentials.site.test.ts", "a weak password is refused, and the link still works"],
  },
  {
    entry: "weak passwords",
    name: "seven characters are enough",
    edits: [[SCHEMAS, "export const PASSWORD_MIN = 8;", "export const PASSWORD_MIN = 7;"]],
    test: [FIELDS, "a password of seven characters"],
  },
  {
    entry: "names of 58 kB",
    name: "a name may be as long as a book",
    edits: [
      [
        SCHEMAS,
        "displayNameSchema = textSchema({ required: true, max: 100 });",
        "displayNameSchema = textSchema({ required: true, max: 100_000 });",
      ],
    ],
    test: [FIELDS, "a name of 58 kB"],
  },
  {
    entry: "javascript: images",
    name: "a photo may have any scheme",
    edits: [[SCHEMAS, `if (url?.protocol === "https:" && !url.username`, "if (url && !url.username"]],
    test: [FIELDS, "a photo of javascript:"],
  },
  {
    entry: "set-role takes any string",
    name: "the call that makes admins takes a role along",
    edits: [
      [
        SCHEMAS,
        "personEmailSchema = z.strictObject({ email: emailSchema });",
        "personEmailSchema = z.looseObject({ email: emailSchema });",
      ],
      [
        "src/server/people/accounts/people.service.ts",
        `return changed(email, (id) => peopleRepo.setRole(id, "admin", granting(self, email, "admin")));`,
        `const { role = "admin" } = input as { role?: Role };
      return changed(email, (id) => peopleRepo.setRole(id, role, byActor(self)));`,
      ],
    ],
    test: ["tests/people/roles.site.test.ts", "no call accepts a role as an extra field"],
  },
  {
    entry: "set-role takes any string",
    name: "the table keeps any role",
    edits: [
      [
        "src/server/platform/db/migrations/baseline/people.ts",
        `"photoKey" text,\n    constraint "users_role" check (role in ('student', 'admin'))`,
        `"photoKey" text`,
      ],
    ],
    test: ["tests/people/roles.site.test.ts", "the database refuses an unknown role"],
  },
  {
    entry: "set-role takes any string",
    name: "sign-up keeps what it does not know",
    edits: [
      [
        SCHEMAS,
        "export const signUpSchema = z.strictObject({",
        "export const signUpSchema = z.looseObject({",
      ],
    ],
    test: ["tests/people/roles.site.test.ts", "no call accepts a role as an extra field"],
  },
  {
    entry: "a rotating X-Forwarded-For",
    name: "anybody may say what their address is",
    edits: [
      ["src/api/platform/client-of.ts", "if (!isTrusted?.(address, 0)) return address;", ""],
      ["src/api/platform/client-of.ts", "as IncomingMessage, isTrusted)", "as IncomingMessage)"],
    ],
    test: ["tests/people/forged-headers.site.test.ts", "counts messages by the address of the socket"],
  },
  {
    entry: "a rotating X-Forwarded-For",
    name: "many addresses guess at one account without end",
    edits: [["src/server/platform/limits/rates.ts", "account: { tries: 80, per: 4 * HOUR },", ""]],
    test: ["tests/people/limits.engine.test.ts", "the limit of an account stops guesses from many addresses"],
  },
  {
    entry: "strangers lock people out",
    name: "a browser that is known counts with strangers",
    edits: [
      [
        "src/server/platform/limits/limits.service.ts",
        "const device = account && rates[action].device && devices.numberOf(account, client?.device);",
        "const device = undefined;",
      ],
    ],
    test: [
      "tests/people/limits.engine.test.ts",
      "guesses from many addresses do not lock a known browser out",
    ],
  },
  {
    entry: "functions nobody listed",
    name: "a call that nobody listed",
    edits: [
      [
        "src/api/people/people-operations.ts",
        `    {\n      id: "listReviews",`,
        `    changeOperation("impersonate", "/users/admin/impersonate", "Be somebody else", people.grantAdmin),
    {\n      id: "listReviews",`,
      ],
    ],
    test: [TABLE, "has a row for every operation and service function"],
  },
  {
    entry: "functions nobody listed",
    name: "a function of a service that nobody listed",
    edits: [
      [
        "src/server/people/accounts/people.service.ts",
        "params: { role } }], within),\n  });\n\n  return {\n",
        "params: { role } }], within),\n  });\n\n  return {\n    impersonate: accountsRepo.findByEmail,\n",
      ],
    ],
    test: [TABLE, "has a row for every operation and service function"],
  },
  {
    entry: "functions nobody listed",
    name: "an address beside the calls that nobody listed",
    edits: [
      [
        "src/api/app.ts",
        `  app.route("/", createHealthPaths(options.health));`,
        `  app.get("/impersonate", (c) => c.text("ok"));\n  app.route("/", createHealthPaths(options.health));`,
      ],
    ],
    test: [TABLE, "has a row for every address of the site that is not a page"],
  },
  {
    entry: "functions nobody listed",
    name: "a page that nobody listed",
    edits: [
      [
        "src/web/routes.ts",
        `  route("login", "routes/public/login.tsx"),`,
        `  route("login", "routes/public/login.tsx"),
  route("impersonate", "routes/public/login.tsx", { id: "impersonate" }),`,
      ],
    ],
    test: [TABLE, "has a row for every page route"],
  },
];
