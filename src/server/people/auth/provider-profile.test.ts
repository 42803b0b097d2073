import fc from "fast-check";
import { expect, test } from "vitest";
import { displayNameSchema } from "../../../shared/schemas/people.ts";
import { readProfile } from "./provider-profile.ts";

const ISSUER = "https://accounts.google.com/";
const honest = { sub: "1", email: "rahim@example.edu", email_verified: true, name: "Rahim" };

test("reads only the subject, the email and the name", () => {
  const claims = { ...honest, picture: "https://example.edu/p.png", role: "admin", locale: "bn" };
  expect(readProfile(ISSUER, claims, {})).toEqual({
    provider: ISSUER,
    subject: "1",
    email: "rahim@example.edu",
    displayName: "Rahim",
    hasName: true,
  });
});

test("reads claims that the ID token lacks from the userinfo endpoint", () => {
  const { sub, ...more } = honest;
  expect(readProfile(ISSUER, { sub }, more)).toMatchObject({
    email: "rahim@example.edu",
    displayName: "Rahim",
  });
});

test("the userinfo endpoint can't verify the ID token's email, and the ID token can't verify the endpoint's", () => {
  const { email_verified: _verified, ...unverified } = honest;
  expect(readProfile(ISSUER, unverified, honest)).toBe("unverified-email");
  expect(readProfile(ISSUER, { sub: "1", email_verified: true }, unverified)).toBe("unverified-email");
});

test("only the value `true` verifies an email", () => {
  fc.assert(
    fc.property(
      fc.anything().filter((value) => value !== true),
      (value) => {
        expect(readProfile(ISSUER, { ...honest, email_verified: value }, {})).toBe("unverified-email");
      },
    ),
    { numRuns: 2_000 },
  );
});

test("any claims result in either a problem or a valid profile", () => {
  const claims = fc.record(
    {
      sub: fc.oneof(fc.string({ unit: "binary" }), fc.anything()),
      email: fc.oneof(fc.emailAddress(), fc.string({ unit: "binary" }), fc.anything()),
      email_verified: fc.constant(true),
      name: fc.oneof(fc.string({ unit: "binary", maxLength: 300 }), fc.anything()),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(claims, claims, (idToken, userInfo) => {
      const profile = readProfile(ISSUER, idToken, userInfo);
      if (typeof profile === "string") return;
      expect(displayNameSchema.safeParse(profile.displayName).success).toBe(true);
      expect(profile.email).toMatch(/^[\x21-\x7e]{3,254}$/);
      expect(profile.subject).toBe(idToken.sub);
    }),
    { numRuns: 5_000 },
  );
});
