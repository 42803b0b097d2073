/** The problems of logging in with a provider. The first nine are the codes of spec §8. */
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
  // The provider has not verified the email address.
  "unverified-email",
  // The email belongs to an account that this identity is not connected to.
  "email-has-account",
  // The identity is connected to another person's account.
  "identity-taken",
  "account-suspended",
  "too-many-tries",
  // A person who connects a provider needs a recent proof.
  "sign-in-again",
] as const;
export type SignInProblem = (typeof signInProblems)[number];

/** @returns the problem that a text names; undefined for other text */
export function parseSignInProblem(text: string | null | undefined): SignInProblem | undefined {
  return signInProblems.find((problem) => problem === text);
}
