import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import type { ProviderSettings } from "../../src/server/people/auth/oidc.ts";
import type { SignInProblem } from "../../src/shared/sign-in-problems.ts";
import { type Engine, engines, openTestArchive, TEST_ORIGIN } from "../support/platform/archive.ts";
import { type Lie, startHostileIssuer } from "../support/people/hostile-issuer.ts";
import { type Claims, type LocalProvider, startProvider } from "../support/people/oidc-provider.ts";
import { openJourney } from "../support/people/provider-journey.ts";
import { openSite } from "../support/api/site.ts";
import { problemOf } from "../support/people/social-world.ts";

const ADMIN = "admin@example.edu";
const EPOCH = Math.floor(Date.now() / 1000);
const verified = (email: unknown): Claims => ({ email, email_verified: true, name: "Mallory" });

/** What a real provider can be made to say, signed and in time. */
const said: [about: string, claims: Claims, problem: SignInProblem][] = [
  ["the admin's e-mail, verified", verified(ADMIN), "email-has-account"],
  ["the admin's e-mail in capitals", verified("ADMIN@EXAMPLE.EDU"), "email-has-account"],
  ["the admin's e-mail, not verified", { email: ADMIN, email_verified: false }, "unverified-email"],
  ['the admin\'s e-mail, verified: "false"', { email: ADMIN, email_verified: "false" }, "unverified-email"],
  ['the admin\'s e-mail, verified: "true"', { email: ADMIN, email_verified: "true" }, "unverified-email"],
  ["the admin's e-mail, verified: 1", { email: ADMIN, email_verified: 1 }, "unverified-email"],
  ["verified: [true]", { email: "m@example.edu", email_verified: [true] }, "unverified-email"],
  ["verified: {}", { email: "m@example.edu", email_verified: {} }, "unverified-email"],
  ["verified: null", { email: "m@example.edu", email_verified: null }, "unverified-email"],
  ["verified left out", { email: "m@example.edu" }, "unverified-email"],
  ["no e-mail", { email_verified: true, name: "Mallory" }, "unverified-email"],
  ["an empty e-mail", verified(""), "unverified-email"],
  ["an e-mail of a list", verified([ADMIN]), "unverified-email"],
  ["an e-mail of an object", verified({ toString: ADMIN }), "unverified-email"],
  ["an e-mail without a host", verified("mallory"), "unverified-email"],
  ["two e-mails", verified("m@example.edu,admin@example.edu"), "unverified-email"],
  ["an e-mail with a name", verified("Admin <admin@example.edu>"), "unverified-email"],
  ["an e-mail with white space around it", verified(` ${ADMIN} `), "unverified-email"],
  ["an e-mail with a line break", verified("m@example.edu\r\nBcc: a@example.edu"), "unverified-email"],
  ["an e-mail with a NUL", verified("admin@example.edu\u0000"), "unverified-email"],
  ["an e-mail with a letter that folds into another", verified("\u212Aarim@example.edu"), "unverified-email"],
  ["an e-mail with a full-width sign", verified("admin\uFF20example.edu"), "unverified-email"],
  ["an e-mail that turns its direction", verified("\u202Eadmin@example.edu"), "unverified-email"],
  ["an e-mail of 300 characters", verified(`${"m".repeat(290)}@example.edu`), "unverified-email"],
  ["an e-mail of markup", verified("<script>@example.edu"), "unverified-email"],
];

const claim =
  (claims: Claims): Lie["claims"] =>
  () =>
    claims;
const without = (name: string): Lie => ({ claims: claim({ [name]: undefined }) });
const unsigned = (token: string) => {
  const [, payload] = token.split(".");
  return `${Buffer.from('{"alg":"none"}').toString("base64url")}.${payload}.`;
};
const changed = (token: string) => {
  const [header, payload = "", signature] = token.split(".");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as Claims;
  const other = Buffer.from(JSON.stringify({ ...claims, email: "other@example.edu" })).toString("base64url");
  return `${header}.${other}.${signature}`;
};

/** What a real provider would refuse to say. */
const lies: [about: string, lie: Lie, problem: SignInProblem][] = [
  ["another nonce", { claims: claim({ nonce: "another" }) }, "internal-error"],
  ["no nonce", without("nonce"), "internal-error"],
  ["a nonce of a list", { claims: ({ nonce }) => ({ nonce: [nonce] }) }, "internal-error"],
  ["another audience", { claims: claim({ aud: "another-site" }) }, "internal-error"],
  ["no audience", without("aud"), "internal-error"],
  [
    "two audiences and another's party",
    { claims: claim({ aud: ["proshno", "x"], azp: "x" }) },
    "internal-error",
  ],
  ["another's authorized party", { claims: claim({ azp: "x" }) }, "internal-error"],
  ["an authorized party of a list", { claims: claim({ azp: ["proshno"] }) }, "internal-error"],
  ["another issuer", { claims: claim({ iss: "https://accounts.google.com" }) }, "internal-error"],
  ["no issuer", without("iss"), "internal-error"],
  ["an ID token that ended", { claims: claim({ exp: EPOCH - 3_600 }) }, "internal-error"],
  ["an ID token without an end", without("exp"), "internal-error"],
  ["an ID token of no time", without("iat"), "internal-error"],
  ["an ID token of the future", { claims: claim({ nbf: EPOCH + 3_600 }) }, "internal-error"],
  ["no subject", without("sub"), "internal-error"],
  ["an empty subject", { claims: claim({ sub: "" }) }, "internal-error"],
  ["a subject of a number", { claims: claim({ sub: 1 }) }, "internal-error"],
  ["a subject of 300 characters", { claims: claim({ sub: "s".repeat(300) }) }, "internal-error"],
  ["a subject with a NUL", { claims: claim({ sub: "s\u0000" }) }, "internal-error"],
  ["a foreign key", { foreignKey: true }, "internal-error"],
  ["a key that was never published", { header: { kid: "another" }, foreignKey: true }, "internal-error"],
  ["no signature (alg none)", { idToken: unsigned }, "internal-error"],
  [
    "a signature cut off",
    { idToken: (token) => token.slice(0, token.lastIndexOf(".") + 1) },
    "internal-error",
  ],
  ["claims changed after signing", { idToken: changed }, "internal-error"],
  ["no ID token", { idToken: () => undefined }, "internal-error"],
  ["an ID token that is none", { idToken: () => "a.b.c" }, "internal-error"],
  ["an ID token of an object", { idToken: () => ({ email: ADMIN }) }, "internal-error"],
  ["another type of token", { tokens: { token_type: "mac" } }, "internal-error"],
  ["no code", { answer: ({ state }) => ({ state }) }, "internal-error"],
  ["another state", { answer: () => ({ code: "c", state: "another" }) }, "web-storage-unsupported"],
  ["no state", { answer: () => ({ code: "c" }) }, "web-storage-unsupported"],
  [
    "the ID token by the browser",
    { answer: ({ state }) => ({ state, code: state, id_token: "a.b.c" }) },
    "internal-error",
  ],
  [
    "another issuer's answer",
    { answer: ({ state }) => ({ state, code: state, iss: "https://a.test" }) },
    "internal-error",
  ],
  [
    "the e-mail here and that it is verified there",
    {
      claims: claim({ email_verified: undefined, name: undefined }),
      userInfo: { sub: "mallory", email_verified: true },
    },
    "unverified-email",
  ],
  [
    "somebody else's subject there",
    { claims: claim({ email: undefined }), userInfo: { sub: "admin", ...verified("m@example.edu") } },
    "internal-error",
  ],
  [
    'the e-mail there, verified: "true"',
    {
      claims: claim({ email: undefined, email_verified: true }),
      userInfo: { sub: "mallory", email: ADMIN, email_verified: "true" },
    },
    "unverified-email",
  ],
];

/** What does no harm, whatever it is. */
const names: [about: string, name: unknown, saved: string][] = [
  ["60,000 characters", "x".repeat(60_000), "x".repeat(100)],
  ["control characters", "Ma\u0000ll\u202Eory", "name1"],
  ["markup", "<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"],
  ["nothing that shows", " \u200B\u3164", "name3"],
  ["half a character", "a\uD800", "a\uFFFD"],
  ["an object", { toString: "x" }, "name5"],
];

const figures = { tried: 0, signedIn: 0 };
afterAll(() => console.log(`hostile claim sets: ${figures.tried} tried, ${figures.signedIn} signed in`));

/** A site whose provider is not to be trusted, with an admin. */
async function openTarget(engine: Engine, oidc: ProviderSettings) {
  const archive = await openTestArchive(engine, { oidc });
  await archive.signUp("Admin", "admin");
  await archive.signUp("Karim");
  const site = openSite(archive, await builtPages());
  const state = () =>
    Promise.all(
      (["users", "password", "identity", "session"] as const).map((table) =>
        archive.db.write.selectFrom(table).selectAll().execute(),
      ),
    );
  return {
    archive,
    journey: () => openJourney(site, TEST_ORIGIN),
    personOf: (email: string) =>
      archive.db.read.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst(),

    /** Goes the whole way. @returns what came of it */
    async attempt(): Promise<Outcome> {
      const somebody = openJourney(site, TEST_ORIGIN);
      const before = JSON.stringify(await state());
      const answer = await somebody.signIn("mallory");
      const isSignedIn = somebody.cookies.has("proshno");
      figures.tried += 1;
      if (isSignedIn) figures.signedIn += 1;
      const page = await somebody.visit(answer.headers.get("location") ?? "");
      return {
        problem: problemOf(answer),
        isSignedIn,
        isChanged: JSON.stringify(await state()) !== before,
        isTold: page.text.includes('class="error-summary"'),
      };
    },
  };
}

interface Outcome {
  problem: string | null;
  isSignedIn: boolean;
  /** Of people, passwords, identities and sessions. */
  isChanged: boolean;
  isTold: boolean;
}

const refused = (problem: SignInProblem): Outcome => ({
  problem,
  isSignedIn: false,
  isChanged: false,
  isTold: true,
});

describe.each(engines)("hostile claims on %s", (engine) => {
  describe("by a real provider", () => {
    let provider: LocalProvider;
    let target: Awaited<ReturnType<typeof openTarget>>;
    beforeAll(async () => {
      provider = await startProvider({ origin: TEST_ORIGIN });
      target = await openTarget(engine, provider.settings);
    });
    afterAll(async () => {
      await target.archive.close();
      await provider.stop();
    });

    test.each(said)("%s", async (_about, claims, problem) => {
      provider.script.claims = () => claims;
      expect(await target.attempt()).toEqual(refused(problem));
    });

    test.each(names.map((row, index) => [...row, index] as const))(
      "a name of %s is no way in and no harm",
      async (_about, name, saved, index) => {
        const email = `name${index}@example.edu`;
        provider.script.claims = () => ({ ...verified(email), name, picture: "javascript:alert(1)" });
        const answer = await target.journey().signIn(email);
        expect(answer.headers.get("location")).toBe("/auth/welcome?from=%2F");
        expect(await target.personOf(email)).toMatchObject({ displayName: saved, photoURL: null });
      },
    );

    test("a role and an id among the claims are not looked at", async () => {
      const email = "claims@example.edu";
      provider.script.claims = () => ({ ...verified(email), role: "admin", id: "1", complete: 1 });
      await target.journey().signIn(email);
      expect(await target.personOf(email)).toMatchObject({ role: "student", complete: 0 });
    });
  });

  describe("by a lying issuer", () => {
    let issuer: Awaited<ReturnType<typeof startHostileIssuer>>;
    let target: Awaited<ReturnType<typeof openTarget>>;
    beforeAll(async () => {
      issuer = await startHostileIssuer();
      target = await openTarget(engine, issuer.settings);
    });
    afterAll(async () => {
      await target.archive.close();
      await issuer.stop();
    });

    test.each(lies)("%s", async (_about, lie, problem) => {
      issuer.script.lie = lie;
      expect(await target.attempt()).toEqual(refused(problem));
    });

    test("the same issuer signs in when it tells the truth", async () => {
      issuer.script.lie = {};
      const somebody = target.journey();
      await somebody.signIn("mallory");
      expect(somebody.cookies.has("proshno")).toBe(true);
      expect(await target.personOf("mallory@example.edu")).toMatchObject({ role: "student" });
    });
  });
});

test.each([
  ["names another issuer", { issuer: "https://accounts.google.com" }, "internal-error"],
  ["has no page to sign in at", { authorization_endpoint: undefined }, "internal-error"],
] as const)("discovery that %s signs nobody in", async (_about, metadata, problem) => {
  const issuer = await startHostileIssuer();
  issuer.script.lie = { metadata };
  const target = await openTarget("sqlite", issuer.settings);
  const started = await target.journey().visit("/auth/start", {});
  expect(started.headers.get("location")).toBe(`/login?problem=${problem}`);
  await target.archive.close();
  await issuer.stop();
});
