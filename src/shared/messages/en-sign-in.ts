import type { SignInProblem } from "../people/sign-in-problems.ts";

/** Texts for logging in with a provider. `provider` is its name, such as Google. */
export const enSignIn = {
  or: "or",
  button: (provider: string) => `Continue with ${provider}`,
  inPage: "Continue in this window",
  noChannels: (provider: string) =>
    `Your browser can't log in with ${provider} in a second window. Continue in this window.`,
  waiting: (provider: string) => `Continue in the ${provider} window that opened.`,
  leaveTitle: (provider: string) => `Continue to ${provider}`,
  leaving: (provider: string) => `We are taking you to ${provider}.`,
  leaveLink: (provider: string) => `Continue to ${provider}`,
  doneTitle: "Logged in",
  failedTitle: "Not logged in",
  done: "You are logged in. You can close this window.",
  failed: "You can close this window and try again.",
  connected: "Connected",
  connectedDetail: (provider: string) => `You can now log in with ${provider}.`,
  disconnected: "Disconnected",
  disconnectedDetail: (provider: string) => `You can no longer log in with ${provider}.`,
  section: (provider: string) => `Login with ${provider}`,
  isConnected: (provider: string) => `You can log in with ${provider}.`,
  isNotConnected: (provider: string) => `${provider} is not connected.`,
  connect: (provider: string) => `Connect ${provider}`,
  disconnect: (provider: string) => `Disconnect ${provider}`,
};

/**
 * The meaning of each problem, and what to do.
 * @param origin the site's own address
 */
export const enSignInProblems: Record<SignInProblem, (provider: string, origin: string) => string> = {
  "popup-blocked": (provider) =>
    `Your browser blocked the ${provider} window. Allow pop-ups for this site and try again, or continue in this window.`,
  "popup-closed-by-user": (provider) =>
    `${provider} did not log you in. If you closed its window or cancelled, you can try again.`,
  "cancelled-popup-request": () => "Another login window is open. Continue there; we cancelled this attempt.",
  "unauthorized-domain": (provider, origin) =>
    `Login with ${provider} works only at ${origin}. Open that address and try again.`,
  "network-request-failed": (provider) =>
    `We couldn't reach ${provider} or this site. Check your connection and try again.`,
  "web-storage-unsupported": () =>
    "Your browser did not keep our login cookie, or the login took longer than ten minutes. Allow cookies for this site and try again.",
  "internal-error": (provider) =>
    `We couldn't accept the response from ${provider}. Nothing has changed. Try again, or log in with your password.`,
  "missing-multi-factor-info": (provider) =>
    `${provider} asks for two-step verification, but your ${provider} account doesn't have it. Set it up there, then try again.`,
  "invalid-api-key": (provider) =>
    `${provider} doesn't accept this site's key. Tell us on the contact page. In the meantime, log in with your password.`,
  "unverified-email": (provider) =>
    `${provider} has not verified your email. Verify it there, or sign up with a password.`,
  "email-has-account": (provider) =>
    `There is already an account with this email. Log in with its password, then connect ${provider} under Security.`,
  "identity-taken": (provider) =>
    `This ${provider} account is connected to another Proshno account. Disconnect it there first.`,
  "account-suspended": () =>
    "This account is suspended. Write to us on the contact page if you think this is a mistake.",
  "too-many-tries": () =>
    "Too many people have just logged in from your network. Try again in a few minutes.",
  "sign-in-again": () => "To continue, confirm that it's you: log out, log in again and retry.",
};
