import type { Fault } from "../platform/fault.ts";

const PROFILE = "src/server/people/auth/provider-profile.ts";
const SOCIAL = "src/server/people/accounts/social.service.ts";
const IDENTITIES = "src/server/people/accounts/identities.repo.ts";
const SESSIONS = "src/server/people/auth/sessions.service.ts";
const CALLBACK = "src/web/routes/public/auth-callback.ts";
const ISLAND = "src/web/islands/social-sign-in.ts";

const CLAIMS = "tests/people/hostile-claims.site.test.ts";
const OIDC = "tests/people/oidc.site.test.ts";
const CONNECT = "tests/people/connect-provider.site.test.ts";
const POPUP = "tests/people/popup.browser.test.ts";

/** Faults in the login through a provider. */
export const providerFaults: Fault[] = [
  {
    entry: 'the string "false"',
    name: "whatever is not empty verifies an e-mail",
    edits: [[PROFILE, "if (!email || verified !== true)", "if (!email || !verified)"]],
    test: [CLAIMS, `verified: "false"`],
  },
  {
    entry: "implicit linking",
    name: "the account with the provider's e-mail is connected by it",
    edits: [
      [
        IDENTITIES,
        "if (!(await insertUser(trx, user, undefined))) return false;",
        `if (!(await insertUser(trx, user, undefined))) {
          const owner = trx.selectFrom("users").select("id").where("email", "=", user.email);
          const userId = (await owner.executeTakeFirstOrThrow()).id;
          await trx.insertInto("identity").values({ ...identity, userId }).execute();
          return false;
        }`,
      ],
    ],
    test: [OIDC, "an account with the same email is never connected automatically"],
  },
  {
    entry: "OIDC skips the second factor",
    name: "a sign-in without a password counts as one with a code",
    edits: [[SESSIONS, "mfaAt: null,", "mfaAt: holds.passwordSetAt === undefined ? now : null,"]],
    test: [OIDC, "a login with a provider doesn't skip the second factor"],
  },
  {
    entry: "a callback elsewhere",
    name: "a sign-in by the provider goes on wherever it is told",
    edits: [[SOCIAL, "from: returnPath(options.from),", `from: options.from ?? "/",`]],
    test: [OIDC, "a login does not redirect to /..//evil.test"],
  },
  {
    entry: "a callback elsewhere",
    name: "a path may begin with two slashes once it is resolved",
    edits: [
      [
        "src/shared/people/return-to.ts",
        `return url.pathname.startsWith("//") || url.href.includes("\\\\") ? undefined : url;`,
        "return url;",
      ],
    ],
    test: ["tests/people/sign-up.site.test.ts", "the remembered page is always on this site"],
  },
  {
    entry: "the popup posts the token",
    name: "the window's address carries the session's token",
    edits: [
      [
        CALLBACK,
        "  return withCookies(next(page, finished), finished.setCookies);",
        `  const [token = ""] = finished.setCookies.slice(1);
  if (finished.flow?.popup && !finished.problem) {
    const query = new URLSearchParams({ popup: finished.flow.popup, token });
    return withCookies(redirect(\`/auth/done?\${query}\`, 303), finished.setCookies);
  }
  return withCookies(next(page, finished), finished.setCookies);`,
      ],
    ],
    test: [POPUP, "logs a person in through the popup window, and no secret of the login reaches a script"],
  },
  {
    entry: "the popup posts the token",
    name: "the window keeps its opener",
    edits: [[ISLAND, "  popup.opener = null;\n", ""]],
    test: [POPUP, "logs a person in through the popup window, and no secret of the login reaches a script"],
  },
  {
    entry: "login CSRF",
    name: "another site may begin a sign-in",
    edits: [["src/api/app.ts", "  app.use(originCheck(origin));\n", ""]],
    test: [OIDC, "another site can't start a login"],
  },
  {
    entry: "pre-hijack",
    name: "an identity is connected in whatever session brings the answer",
    edits: [
      [
        SOCIAL,
        "if (!actor?.session || actor.session.id !== flow.sessionId || actor.id !== flow.userId)",
        "if (!actor?.session)",
      ],
    ],
    test: [CONNECT, "works only in the session that started it"],
  },
  {
    entry: "pre-hijack",
    name: "an identity is connected without a fresh proof",
    edits: [[SOCIAL, `if (!isProved(self, clock())) return { problem: "sign-in-again" };`, ""]],
    test: [CONNECT, "needs a fresh proof"],
  },
  {
    entry: "suspended",
    name: "a suspended person signs in by the provider",
    edits: [
      [
        "src/server/people/auth/sessions.repo.ts",
        "if (!user || user.suspendedAt !== null) return undefined;",
        "if (!user) return undefined;",
      ],
    ],
    test: [OIDC, "a suspended person can't log in"],
  },
];
