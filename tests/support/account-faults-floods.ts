import type { Fault } from "./fault.ts";

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
];
