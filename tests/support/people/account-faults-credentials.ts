import type { Fault } from "../platform/fault.ts";

const LINKS = "src/server/people/accounts/email-links.repo.ts";
const REPO = "src/server/people/accounts/credentials.repo.ts";
const SERVICE = "src/server/people/accounts/credentials.service.ts";
const SIGN_UP = "src/server/people/accounts/sign-up.service.ts";
const ACCOUNTS = "src/server/people/accounts/accounts.service.ts";
const SESSIONS_REPO = "src/server/people/auth/sessions.repo.ts";

const CREDENTIALS = "tests/people/credentials.site.test.ts";
const SIGN_UP_TEST = "tests/people/sign-up.site.test.ts";
const SESSION = "tests/people/session.site.test.ts";
const NOWHERE = "scripts and other sites can't use the session cookie, and its token is stored nowhere else";

/** Faults in passwords, mailed links and session tokens. */
export const credentialFaults: Fault[] = [
  {
    entry: "an older reset link",
    name: "a new password leaves older links alive",
    edits: [[LINKS, `  await trx.deleteFrom("emailToken").where("userId", "=", userId).execute();\n`, ""]],
    test: [CREDENTIALS, "an older link no longer works after a newer one was used"],
  },
  {
    entry: "sessions survive a password",
    name: "a changed password leaves other sessions open",
    edits: [
      [
        REPO,
        `await setPassword(trx, userId, hash, now);\n        await endSessions(trx, userId, sessionId);`,
        "await setPassword(trx, userId, hash, now);",
      ],
    ],
    test: [CREDENTIALS, "ends every other session, gives this one a new token"],
  },
  {
    entry: "sessions survive a password",
    name: "a password that is set by mail leaves sessions open",
    edits: [[LINKS, "        await endSessions(trx, user.id);\n", ""]],
    test: [CREDENTIALS, "is reset with a mailed link, which ends every session"],
  },
  {
    entry: "sessions survive a password",
    name: "a sign-in with the old password outruns the change",
    edits: [[SESSIONS_REPO, "        if (since !== passwordSetAt) return undefined;\n", ""]],
    test: ["tests/people/raced-sign-in.engine.test.ts", "a password that was changed during its comparison"],
  },
  {
    entry: "sessions survive an e-mail",
    name: "a changed e-mail leaves other sessions open",
    edits: [
      [
        REPO,
        `await trx.deleteFrom("emailToken").where("userId", "=", userId).execute();
        await endSessions(trx, userId, sessionId);`,
        `await trx.deleteFrom("emailToken").where("userId", "=", userId).execute();`,
      ],
    ],
    test: [CREDENTIALS, "applies when its link is used, which ends other sessions"],
  },
  {
    entry: "a link of another's",
    name: "a link for a new e-mail works in anybody's session",
    edits: [
      [SERVICE, "if (!link || link.userId !== self.id)", "if (!link)"],
      [REPO, "if (link?.userId !== userId || link.email !== email)", "if (!link)"],
    ],
    test: [CREDENTIALS, "a link works only in a session of its owner"],
  },
  {
    entry: "a link of another's",
    name: "a link for a new e-mail shows the address to anybody",
    edits: [
      [
        SERVICE,
        "return link?.userId === requireSelf(actor).id ? link.email : undefined;",
        "return link?.email;",
      ],
    ],
    test: [CREDENTIALS, "a link works only in a session of its owner"],
  },
  {
    entry: "pre-hijack",
    name: "a link that makes an account takes no password in another browser",
    edits: [
      [
        SIGN_UP,
        "if (!isSameBrowser(link, visit.headers)) {",
        "if (password && !isSameBrowser(link, visit.headers)) {",
      ],
    ],
    test: [SIGN_UP_TEST, "the owner of an email does not create an account that a thief prepared"],
  },
  {
    entry: "sign-up tells e-mails",
    name: "a known e-mail is refused at sign-up",
    edits: [
      [SIGN_UP, "if (verifiesEmail) {", "if (verifiesEmail && !(await accountsRepo.findByEmail(email))) {"],
    ],
    test: [SIGN_UP_TEST, "an email that has an account gets the same response"],
  },
  {
    entry: "sign-up tells e-mails",
    name: "a reset of an unknown e-mail is refused",
    edits: [
      [
        SERVICE,
        `await limits.take("resetRequest", { client });`,
        `if (!(await dependencies.accountsRepo.findByEmail(job.email))) throw new DomainError("not_found");`,
      ],
    ],
    test: [CREDENTIALS, "gets the same response for an unknown email"],
  },
  {
    entry: "sign-up tells e-mails",
    name: "an unknown e-mail is answered apart at sign-in",
    edits: [
      [
        ACCOUNTS,
        "const stored = person && (await accountsRepo.findPassword(person.id));",
        `if (!person) throw new DomainError("not_found");
      const stored = await accountsRepo.findPassword(person.id);`,
      ],
    ],
    test: [SESSION, "an unknown email and a wrong password get the same response"],
  },
  {
    entry: "the token stored plain",
    name: "the table keeps tokens as they are",
    edits: [
      [
        "src/server/people/auth/token.ts",
        `(token: string): string => createHash("sha256").update(token).digest("hex");`,
        "(token: string): string => token;",
      ],
    ],
    test: [SESSION, NOWHERE],
  },
  {
    entry: "the token returned in JSON",
    name: "the answer to a sign-in carries its token",
    edits: [
      [
        "src/api/people/people-operations.ts",
        "const body = { user: half ? null : presentPerson(person, origin), secondFactor: half };",
        "const body = { user: half ? null : presentPerson(person, origin), secondFactor: half, token: setCookies[0] };",
      ],
    ],
    test: [SESSION, NOWHERE],
  },
  {
    entry: "the popup posts the token",
    name: "scripts may read the session's cookie",
    edits: [["src/shared/people/cookies.ts", " httpOnly: true,", ""]],
    test: [SESSION, NOWHERE],
  },
  {
    entry: "fixation",
    name: "the session that a sign-in came with stays open",
    edits: [
      [
        SESSIONS_REPO,
        `        if (replaces) await trx.deleteFrom("session").where("tokenHash", "=", replaces).execute();\n`,
        "",
      ],
    ],
    test: [SESSION, "each login gets a new token"],
  },
];
