/** What can go wrong while somebody signs in by a provider. The first nine are the codes of spec §8. */
export const signInProblems = [
  "popup-blocked",
  "popup-closed-by-user",
  "cancelled-popup-request",
  "unauthorized-domain",
  "network-request-failed",
  "web-storage-unsupported",
  "internal-error",
  "missing-multi-factor-info",
  "invalid-api-key",
  // The provider does not vouch for an e-mail address.
  "unverified-email",
  // The e-mail is that of an account which this identity was never connected to.
  "email-has-account",
  // The identity is connected to somebody else's account.
  "identity-taken",
  "account-suspended",
  "too-many-tries",
  // To connect takes a session with a fresh proof.
  "sign-in-again",
] as const;
export type SignInProblem = (typeof signInProblems)[number];

/** @returns the problem that an address names; undefined for anything else */
export function parseSignInProblem(text: string | null | undefined): SignInProblem | undefined {
  return signInProblems.find((problem) => problem === text);
}
