import { expect, test } from "vitest";
import { newTotpSecret, totpAddress, totpStep } from "./totp.ts";

/** The secret of RFC 6238, Appendix B: "12345678901234567890". */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

test.each([
  [59, "287082", 1],
  [1_111_111_109, "081804", 37_037_036],
  [1_111_111_111, "050471", 37_037_037],
  [1_234_567_890, "005924", 41_152_263],
  [2_000_000_000, "279037", 66_666_666],
  [20_000_000_000, "353130", 666_666_666],
])("at %i s, code %s belongs to step %i (RFC 6238, Appendix B)", (seconds, code, step) => {
  const now = seconds * 1_000;
  expect(totpStep(code, SECRET, now)).toBe(step);
  // Only one step early or late is accepted.
  expect([30_000, -30_000].map((off) => totpStep(code, SECRET, now + off))).toEqual([step, step]);
  expect([60_000, 90_000].map((off) => totpStep(code, SECRET, now + off))).toEqual([undefined, undefined]);
});

test("a secret has 160 bits, and the authenticator app's URI names the site and the account", () => {
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(newTotpSecret()).not.toBe(newTotpSecret());
  const address = new URL(totpAddress(SECRET, "rahim&x=1@example.edu"));
  expect(address.href).toMatch(/^otpauth:\/\/totp\/Proshno:rahim%26x%3D1%40example\.edu\?/);
  expect(Object.fromEntries(address.searchParams)).toEqual({
    issuer: "Proshno",
    secret: SECRET,
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  });
});
