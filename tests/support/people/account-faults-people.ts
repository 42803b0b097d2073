import type { Fault } from "../platform/fault.ts";

const REPO = "src/server/people/accounts/people.repo.ts";
const PEOPLE = "tests/people/people.site.test.ts";

/** Faults in what admins can do to people. */
export const peopleFaults: Fault[] = [
  {
    entry: "suspended",
    name: "a suspension leaves sessions in the table",
    edits: [
      [
        REPO,
        `return { action: "suspend", details: { sessionsEnded: await endSessions(trx, id) } };`,
        `return { action: "suspend", details: { sessionsEnded: 0 } };`,
      ],
    ],
    test: [PEOPLE, "a suspension ends every session at once"],
  },
  {
    entry: "suspended",
    name: "a session of somebody suspended still opens what it did",
    edits: [
      [
        "src/server/people/auth/sessions.service.ts",
        "return found && found.user.suspendedAt === null ? found : undefined;",
        "return found || undefined;",
      ],
    ],
    test: ["tests/people/session.site.test.ts", "a new role and a suspension apply to the next request"],
  },
  {
    entry: "the last admin",
    name: "the last admin can be made a student",
    edits: [[REPO, `if (takesAdmin && admins.length === 1 && admins[0] === id) return "lastAdmin";`, ""]],
    test: [PEOPLE, "the last admin keeps the role, and the response says why"],
  },
  {
    entry: "role",
    name: "who becomes an admin keeps the sessions from before",
    edits: [
      [
        REPO,
        `return { action: "grantAdmin", details: { sessionsEnded: await endSessions(trx, id) } };`,
        `return { action: "grantAdmin", details: { sessionsEnded: 0 } };`,
      ],
    ],
    test: ["tests/people/roles.site.test.ts", "a person who becomes an admin must log in again"],
  },
  {
    entry: "role",
    name: "who is an admin no more still acts as one in a race",
    edits: [[REPO, `if (by && byAdmin && !admins.includes(by.id)) return "notAdmin";`, ""]],
    test: [PEOPLE, "admins who revoke each other in a ring"],
  },
  {
    entry: "another's e-mail",
    name: "a record is saved under another's e-mail",
    edits: [
      [
        "src/server/people/accounts/accounts.service.ts",
        `const { id } = authorize(actor, "changePerson", email);`,
        "const { id } = self;",
      ],
    ],
    test: ["tests/api/authorization-matrix.slow.test.ts", "putUser | another user's email"],
  },
];
