import type { Fault } from "../platform/fault.ts";

const RESET = "tests/people/reset-identities.site.test.ts";
const LINKS = "src/server/people/accounts/email-links.repo.ts";
const MAILS = "tests/people/mail-allowance.site.test.ts";
const DELIVERY = "src/server/platform/mail/delivery.service.ts";
const RIGHT = "tests/people/right-passwords.engine.test.ts";
const GUESS = "src/server/people/accounts/count-guess.ts";
const SESSIONS_REPO = "src/server/people/auth/sessions.repo.ts";
const OIDC = "src/server/people/auth/oidc.ts";

/** Faults that let a stranger, an account or a provider send too much. */
export const floodFaults: Fault[] = [
  {
    entry: "a provider's answers",
    name: "the server reads an endless answer of a provider",
    edits: [[OIDC, "      [oidc.customFetch]: providerFetch,\n", ""]],
    test: ["tests/people/large-answers.site.test.ts", "a provider's response of more than 256 kB at "],
  },
  {
    entry: "a provider's answers",
    name: "the server accepts an ID token of another site",
    edits: [[OIDC, "if (!isForUs(idToken, settings.clientId))", "if (false)"]],
    test: ["tests/people/hostile-claims.site.test.ts", "another authorized party"],
  },
  {
    entry: "a thief's login survives",
    name: "a password reset keeps a login that was connected a day ago",
    edits: [
      [
        "src/server/people/accounts/email-links.repo.ts",
        "return Math.max(createdAt, user.emailVerifiedAt) > now - DOUBTFUL;",
        "return false;",
      ],
    ],
    test: [RESET, "disconnects a login from 29 days ago"],
  },
  {
    entry: "a thief's login survives",
    name: "a password reset keeps the login that made the account for another address",
    edits: [
      [
        "src/server/people/accounts/email-links.repo.ts",
        "const hasFirstAddress = user.emailVerifiedAt <= user.createdAt;",
        "const hasFirstAddress = true;",
      ],
    ],
    test: [RESET, "if the account's address was changed since"],
  },
  {
    entry: "a thief's login survives",
    name: "a password reset ignores the box that disconnects all logins",
    edits: [[LINKS, "(endsAll || one.endsAtReset) === ends", "one.endsAtReset === ends"]],
    test: [RESET, "disconnects an older login if its owner ticks the box"],
  },
  {
    entry: "mails to another person",
    name: "a request that mails nothing uses up the allowance of a mailbox",
    edits: [[DELIVERY, `if (outcome === "nothing") await taken.giveBack();`, ""]],
    test: [MAILS, "requests for an email without an account use no allowance"],
  },
  {
    entry: "mails to another person",
    name: "resets use up the allowance of registrations",
    edits: [
      [
        "src/server/people/accounts/credentials.service.ts",
        `limits.allowance("resetMail", {`,
        `limits.allowance("signUpMail", {`,
      ],
    ],
    test: [MAILS, "each purpose counts separately"],
  },
  {
    entry: "mails to another person",
    name: "one address uses up the allowance of a mailbox",
    edits: [
      [
        "src/server/platform/limits/rates.ts",
        "pair: { tries: 5, per: HOUR },\n  account: { tries: 20",
        "account: { tries: 5",
      ],
    ],
    test: [MAILS, "other network addresses can still request mails"],
  },
  {
    entry: "mails to another person",
    name: "a mail that the mail server refuses uses up the allowance of a mailbox",
    edits: [
      [DELIVERY, `let outcome: "sent" | "nothing" = "nothing";`, `let outcome: "sent" | "nothing" = "sent";`],
    ],
    test: [MAILS, "a mail that the mail server refuses uses no allowance"],
  },
  {
    entry: "mails to admins",
    name: "every contact message gets a separate mail",
    edits: [
      [
        "src/server/site/contact/contact.service.ts",
        `        ...mailLimitsFor(limits, "contact", to),\n`,
        "",
      ],
    ],
    test: [MAILS, "ten mails at once, and then one digest an hour"],
  },
  {
    entry: "endless logins",
    name: "right passwords have no limit",
    edits: [
      [GUESS, `await attempt.succeeded({ action: "rightPassword", subject });`, "await attempt.succeeded();"],
    ],
    test: [RIGHT, "an account logs in 60 times an hour"],
  },
  {
    entry: "endless logins",
    name: "a right password above the limit is given back",
    edits: [
      [
        GUESS,
        `await attempt.succeeded({ action: "rightPassword", subject });`,
        `await attempt.succeeded();
      await limits.take("rightPassword", subject);`,
      ],
    ],
    test: [RIGHT, "right passwords above the limit count as guesses"],
  },
  {
    entry: "endless logins",
    name: "wrong passwords use up the allowance of right ones",
    edits: [
      [
        GUESS,
        `const attempt = await limits.attempt("signIn", requester);`,
        `const attempt = await limits.attempt("signIn", requester);
  await limits.take("rightPassword", { account: requester.account });`,
      ],
    ],
    test: [RIGHT, "wrong guesses by strangers do not use up the logins with the right password"],
  },
  {
    entry: "endless logins",
    name: "a full queue of passwords counts as a guess",
    edits: [[GUESS, "await attempt.giveBack();", ""]],
    test: [RIGHT, "a login that the full queue refused does not count as a guess"],
  },
  {
    entry: "endless sessions",
    name: "an account keeps every session",
    edits: [[SESSIONS_REPO, "        await endOldest(trx, session);\n", ""]],
    test: [RIGHT, "keeps its newest 20 sessions, and older ones end"],
  },
  {
    entry: "endless sessions",
    name: "logins without the second factor end sessions that have it",
    edits: [[SESSIONS_REPO, `    .where("mfaAt", newest.mfaAt === null ? "is" : "is not", null)\n`, ""]],
    test: [RIGHT, "a login without the second factor ends no session that has it"],
  },
];
