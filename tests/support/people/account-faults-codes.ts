import type { Fault } from "../platform/fault.ts";

const REPO = "src/server/people/accounts/second-factor.repo.ts";
const PROOF = "src/server/people/accounts/proof.service.ts";
const SESSIONS = "src/server/people/auth/sessions.service.ts";

const SECOND_FACTOR = "tests/people/second-factor.site.test.ts";
const STEP_UP = "tests/people/step-up.site.test.ts";
const ONCE = "a code is accepted only once, and codes of earlier time steps are refused after it";

/** Faults in the second factor, and in the actions that require it. */
export const codeFaults: Fault[] = [
  {
    entry: "a code twice",
    name: "the newest code counts again",
    edits: [[REPO, `.where("lastStep", "<", lastStep)`, `.where("lastStep", "<=", lastStep)`]],
    test: [SECOND_FACTOR, ONCE],
  },
  {
    entry: "a code of the step before",
    name: "a code counts after one of a later step",
    edits: [[REPO, `.where("lastStep", "<", lastStep)`, `.where("lastStep", "!=", lastStep)`]],
    test: [SECOND_FACTOR, ONCE],
  },
  {
    entry: "a code twice",
    name: "the code that enrolled counts again",
    edits: [
      [
        REPO,
        "await update(trx, userId, { confirmedAt: now, lastStep });",
        "await update(trx, userId, { confirmedAt: now });",
      ],
    ],
    test: [SECOND_FACTOR, "the code that enrolled a person can't be used to log in"],
  },
  {
    entry: "a code twice",
    name: "a recovery code is never used up",
    edits: [
      [
        REPO,
        `const { numDeletedRows } = await trx
      .deleteFrom("recoveryCode")
      .where("userId", "=", userId)
      .where("codeHash", "=", given.codeHash)
      .executeTakeFirst();`,
        `const found = await trx
      .selectFrom("recoveryCode")
      .select("codeHash")
      .where("userId", "=", userId)
      .where("codeHash", "=", given.codeHash)
      .executeTakeFirst();
    const numDeletedRows = found ? 1n : 0n;`,
      ],
    ],
    test: [SECOND_FACTOR, "ten recovery codes of 80 random bits"],
  },
  {
    entry: "no lock-out for wrong codes",
    name: "wrong codes lock nothing",
    edits: [[REPO, "const lockedUntil = now + lockFor(failures);", "const lockedUntil = now;"]],
    test: [SECOND_FACTOR, "only the first five of 60 wrong codes are compared"],
  },
  {
    entry: "no lock-out for wrong codes",
    name: "a locked second factor still takes the right code",
    edits: [
      [
        REPO,
        `if (factor.lockedUntil > now) return { outcome: "locked", lockedUntil: factor.lockedUntil };`,
        "",
      ],
    ],
    test: [SECOND_FACTOR, "only the first five of 60 wrong codes are compared"],
  },
  {
    entry: "mail reset skips the factor",
    name: "a new password by mail takes the second factor away",
    edits: [
      [
        "src/server/people/accounts/email-links.repo.ts",
        "await setPassword(trx, user.id, hash, followed.now);",
        `await setPassword(trx, user.id, hash, followed.now);
        await trx.deleteFrom("secondFactor").where("userId", "=", user.id).execute();`,
      ],
    ],
    test: [SECOND_FACTOR, "a password reset by mail does not skip the second factor"],
  },
  {
    entry: "half a session",
    name: "the password alone opens the session",
    edits: [[SESSIONS, "if (!found || isHalf(found)) return undefined;", "if (!found) return undefined;"]],
    test: [SECOND_FACTOR, "the password gives no access without the code"],
  },
  {
    entry: "half a session",
    name: "half a session waits for its code for ever",
    edits: [
      [
        PROOF,
        "return half && clock() - half.session.provedAt <= PROOF_LASTS ? half : undefined;",
        "return half;",
      ],
    ],
    test: [SECOND_FACTOR, "a login waits ten minutes for its code"],
  },
  {
    entry: "step-up",
    name: "admins are made in a session that is old",
    edits: [["src/server/people/accounts/people.service.ts", "      requireProof(self, clock());\n", ""]],
    test: [STEP_UP, "ten minutes after the login an admin must enter the password again"],
  },
  {
    entry: "step-up",
    name: "a proof takes no code of who has a second factor",
    edits: [[PROOF, `if (isEnrolled && code === undefined) throw invalid("code", "required");`, ""]],
    test: [STEP_UP, "a person with a second factor must also enter its code"],
  },
  {
    entry: "step-up",
    name: "an open session takes its owner's second factor away",
    edits: [
      [
        "src/server/people/accounts/second-factor.service.ts",
        `    requireProof(self, clock());\n    return self;`,
        "    return self;",
      ],
    ],
    test: [STEP_UP, "without a fresh proof nobody can set up, see or turn off a second factor"],
  },
  {
    entry: "step-up",
    name: "an admin who must have a second factor has power without one",
    edits: [
      [
        "src/shared/people/policy.ts",
        `actor?.role === "admin" && !actor.mustEnrol;`,
        `actor?.role === "admin";`,
      ],
    ],
    test: [
      STEP_UP,
      "gets an error before the setup, and can act as an admin as soon as the second factor is on",
    ],
  },
];
