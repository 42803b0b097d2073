import type { Fault } from "./fault.ts";

const RESET = "tests/accounts/reset-identities.test.ts";
const LINKS = "src/server/accounts/email-links.repo.ts";
const OIDC = "src/server/auth/oidc.ts";

/** What a stranger, an account or a provider sends too much of. */
export const floodFaults: Fault[] = [
  {
    entry: "a provider's answers",
    name: "an answer of a provider is read to its end, however long it is",
    edits: [[OIDC, "      [oidc.customFetch]: providerFetch,\n", ""]],
    test: ["tests/accounts/large-answers.test.ts", "has more than 256 kB"],
  },
  {
    entry: "a provider's answers",
    name: "an ID token that was made for another site is taken",
    edits: [[OIDC, "if (!isForUs(idToken, settings.clientId))", "if (false)"]],
    test: ["tests/accounts/hostile-claims.test.ts", "another's authorized party"],
  },
  {
    entry: "a thief's login survives",
    name: "a password reset keeps a login that was connected a day ago",
    edits: [
      [
        "src/server/accounts/reset-identities.ts",
        "return createdAt > user.createdAt && createdAt > now - DOUBTFUL;",
        "return false;",
      ],
    ],
    test: [RESET, "ends a login that was connected 29 days ago"],
  },
  {
    entry: "a thief's login survives",
    name: "a password reset does not disconnect what its owner ticks",
    edits: [[LINKS, "(endsAll || one.endsAtReset) === ends", "one.endsAtReset === ends"]],
    test: [RESET, "ends an older login too where its owner says so"],
  },
];
