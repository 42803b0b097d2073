import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import type { ProviderSettings } from "../../src/server/people/auth/oidc.ts";
import type { SignInProblem } from "../../src/shared/people/sign-in-problems.ts";
import { type Engine, engines, openTestArchive, TEST_ORIGIN } from "../support/platform/archive.ts";
import { type Lie, startHostileIssuer } from "../support/people/hostile-issuer.ts";
import { type Claims, type LocalProvider, startProvider } from "../../scripts/lib/oidc-provider.ts";
import { openJourney } from "../support/people/provider-journey.ts";
import { openSite } from "../support/api/site.ts";
import { problemOf } from "../support/people/social-world.ts";

const ADMIN = "admin@example.edu";
const EPOCH = Math.floor(Date.now() / 1000);
const verified = (email: unknown): Claims => ({ email, email_verified: true, name: "Mallory" });

/** Claims that a real provider can send, signed and in time. */
const said: [about: string, claims: Claims, problem: SignInProblem][] = [
  ["the admin's email, verified", verified(ADMIN), "email-has-account"],
  ["the admin's email in capitals", verified("ADMIN@EXAMPLE.EDU"), "email-has-account"],
  ["the admin's email, not verified", { email: ADMIN, email_verified: false }, "unverified-email"],
  ['the admin\'s email, verified: "false"', { email: ADMIN, email_verified: "false" }, "unverified-email"],
  ['the admin\'s email, verified: "true"', { email: ADMIN, email_verified: "true" }, "unverified-email"],
  ["the admin's email, verified: 1", { email: ADMIN, email_verified: 1 }, "unverified-email"],
  ["verified: [true]", { email: "m@example.edu", email_verified: [true] }, "unverified-email"],
  ["verified: {}", { email: "m@example.edu", email_verified: {} }, "unverified-email"],
  ["verified: null", { email: "m@example.edu", email_verified: null }, "unverified-email"],
  ["no claim that the email is verified", { email: "m@example.edu" }, "unverified-email"],
  ["no email", { email_verified: true, name: "Mallory" }, "unverified-email"],
  ["an empty email", verified(""), "unverified-email"],
  ["a list as email", verified([ADMIN]), "unverified-email"],
  ["an object as email", verified({ toString: ADMIN }), "unverified-email"],
  ["an email without a host", verified("mallory"), "unverified-email"],
  ["two emails", verified("m@example.edu,admin@example.edu"), "unverified-email"],
  ["an email with a name", verified("Admin <admin@example.edu>"), "unverified-email"],
  ["an email with white space around it", verified(` ${ADMIN} `), "unverified-email"],
  ["an email with a line break", verified("m@example.edu\r\nBcc: a@example.edu"), "unverified-email"],
  ["an email with a NUL", verified("admin@example.edu\u0000"), "unverified-email"],
  ["an email with a letter that folds into another", verified("\u212Aarim@example.edu"), "unverified-email"],
  ["an email with a full-width sign", verified("admin\uFF20example.edu"), "unverified-email"],
  ["an email with a right-to-left override", verified("\u202Eadmin@example.edu"), "unverified-email"],
  ["an email of 300 characters", verified(`${"m".repeat(290)}@example.edu`), "unverified-email"],
  ["an email with markup", verified("<script>@example.edu"), "unverified-email"],
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

/** Responses that a real provider never sends. */
const lies: [about: string, lie: Lie, problem: SignInProblem][] = [
  ["another nonce", { claims: claim({ nonce: "another" }) }, "internal-error"],
  ["no nonce", without("nonce"), "internal-error"],
  ["a list as nonce", { claims: ({ nonce }) => ({ nonce: [nonce] }) }, "internal-error"],
  ["another audience", { claims: claim({ aud: "another-site" }) }, "internal-error"],
  ["no audience", without("aud"), "internal-error"],
  [
    "two audiences and another party",
    { claims: claim({ aud: ["proshno", "x"], azp: "x" }) },
    "internal-error",
  ],
  ["another authorized party", { claims: claim({ azp: "x" }) }, "internal-error"],
  ["a list as authorized party", { claims: claim({ azp: ["proshno"] }) }, "internal-error"],
  ["another issuer", { claims: claim({ iss: "https://accounts.google.com" }) }, "internal-error"],
  ["no issuer", without("iss"), "internal-error"],
  ["an expired ID token", { claims: claim({ exp: EPOCH - 3_600 }) }, "internal-error"],
  ["an ID token without an expiry time", without("exp"), "internal-error"],
  ["an ID token without an issue time", without("iat"), "internal-error"],
  ["an ID token that is not valid yet", { claims: claim({ nbf: EPOCH + 3_600 }) }, "internal-error"],
  ["no subject", without("sub"), "internal-error"],
  ["an empty subject", { claims: claim({ sub: "" }) }, "internal-error"],
  ["a number as subject", { claims: claim({ sub: 1 }) }, "internal-error"],
  ["a subject of 300 characters", { claims: claim({ sub: "s".repeat(300) }) }, "internal-error"],
  ["a subject with a NUL", { claims: claim({ sub: "s\u0000" }) }, "internal-error"],
  ["a signature with a foreign key", { foreignKey: true }, "internal-error"],
  [
    "a key that the issuer never published",
    { header: { kid: "another" }, foreignKey: true },
    "internal-error",
  ],
  ["no signature (alg none)", { idToken: unsigned }, "internal-error"],
  [
    "a removed signature",
    { idToken: (token) => token.slice(0, token.lastIndexOf(".") + 1) },
    "internal-error",
  ],
  ["claims changed after signing", { idToken: changed }, "internal-error"],
  ["no ID token", { idToken: () => undefined }, "internal-error"],
  ["an invalid ID token", { idToken: () => "a.b.c" }, "internal-error"],
  ["an object as ID token", { idToken: () => ({ email: ADMIN }) }, "internal-error"],
  ["another type of token", { tokens: { token_type: "mac" } }, "internal-error"],
  ["no code", { answer: ({ state }) => ({ state }) }, "internal-error"],
  ["another state", { answer: () => ({ code: "c", state: "another" }) }, "web-storage-unsupported"],
  ["no state", { answer: () => ({ code: "c" }) }, "web-storage-unsupported"],
  [
    "an ID token in the redirect",
    { answer: ({ state }) => ({ state, code: state, id_token: "a.b.c" }) },
    "internal-error",
  ],
  [
    "another issuer's answer",
    { answer: ({ state }) => ({ state, code: state, iss: "https://a.test" }) },
    "internal-error",
  ],
  [
    "the email in the ID token, and its verification only in the userinfo",
    {
      claims: claim({ email_verified: undefined, name: undefined }),
      userInfo: { sub: "mallory", email_verified: true },
    },
    "unverified-email",
  ],
  [
    "another person's subject in the userinfo",
    { claims: claim({ email: undefined }), userInfo: { sub: "admin", ...verified("m@example.edu") } },
    "internal-error",
  ],
  [
    'the email in the userinfo, verified: "true"',
    {
      claims: claim({ email: undefined, email_verified: true }),
      userInfo: { sub: "mallory", email: ADMIN, email_verified: "true" },
    },
    "unverified-email",
  ],
];

/** Names that do no harm. */
const names: [about: string, name: unknown, saved: string][] = [
  ["60,000 characters", "x".repeat(60_000), "x".repeat(100)],
  ["control characters", "Ma\u0000ll\u202Eory", "name1"],
  ["markup", "<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"],
  ["only invisible characters", " \u200B\u3164", "name3"],
  ["half a character", "a\uD800", "a\uFFFD"],
  ["an object", { toString: "x" }, "name5"],
];

const figures = { tried: 0, signedIn: 0 };
afterAll(() => console.log(`hostile claim sets: ${figures.tried} tried, ${figures.signedIn} logged in`));

/** A site with an admin and a provider that it can't trust. */
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

    /** Tries a complete login. @returns its outcome */
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
  /** Whether the people, passwords, identities or sessions in the database changed. */
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
  describe("from a real provider", () => {
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

    test.each(said)("a login with %s is refused", async (_about, claims, problem) => {
      provider.script.claims = () => claims;
      expect(await target.attempt()).toEqual(refused(problem));
    });

    test.each(names.map((row, index) => [...row, index] as const))(
      "a name in the claims that is %s does no harm",
      async (_about, name, saved, index) => {
        const email = `name${index}@example.edu`;
        provider.script.claims = () => ({ ...verified(email), name, picture: "javascript:alert(1)" });
        const answer = await target.journey().signIn(email);
        expect(answer.headers.get("location")).toBe("/auth/welcome?from=%2F");
        expect(await target.personOf(email)).toMatchObject({ displayName: saved, photoURL: null });
      },
    );

    test("the server ignores a role and an id in the claims", async () => {
      const email = "claims@example.edu";
      provider.script.claims = () => ({ ...verified(email), role: "admin", id: "1", complete: 1 });
      await target.journey().signIn(email);
      expect(await target.personOf(email)).toMatchObject({ role: "student", complete: 0 });
    });
  });

  describe("from a hostile issuer", () => {
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

    test.each(lies)("a response from the provider with %s is refused", async (_about, lie, problem) => {
      issuer.script.lie = lie;
      expect(await target.attempt()).toEqual(refused(problem));
    });

    test("the same issuer logs a person in with correct claims", async () => {
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
  ["has no authorization endpoint", { authorization_endpoint: undefined }, "internal-error"],
] as const)("a discovery document that %s lets nobody log in", async (_about, metadata, problem) => {
  const issuer = await startHostileIssuer();
  issuer.script.lie = { metadata };
  const target = await openTarget("sqlite", issuer.settings);
  const started = await target.journey().visit("/auth/start", {});
  expect(started.headers.get("location")).toBe(`/login?problem=${problem}`);
  await target.archive.close();
  await issuer.stop();
});
