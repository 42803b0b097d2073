import type { SignInProblem } from "../sign-in-problems.ts";

/** Words of signing in by a provider. `provider` is its name, such as Google. */
export const enSignIn = {
  or: "or",
  button: (provider: string) => `Continue with ${provider}`,
  inPage: "Continue in this window",
  waiting: (provider: string) => `Go on in the window of ${provider} that has opened.`,
  leaveTitle: (provider: string) => `On to ${provider}`,
  leaving: (provider: string) => `You are being led to ${provider}.`,
  leaveLink: (provider: string) => `Go on to ${provider}`,
  doneTitle: "Signed in",
  failedTitle: "Not signed in",
  done: "You are signed in. You can close this window.",
  failed: "You can close this window and try again.",
  connected: "Connected",
  connectedDetail: (provider: string) => `From now on you can sign in with ${provider}.`,
  disconnected: "Disconnected",
  disconnectedDetail: (provider: string) => `${provider} does not open this account any more.`,
  section: (provider: string) => `Sign-in with ${provider}`,
  isConnected: (provider: string) => `${provider} opens this account.`,
  isNotConnected: (provider: string) => `${provider} does not open this account.`,
  connect: (provider: string) => `Connect ${provider}`,
  disconnect: (provider: string) => `Disconnect ${provider}`,
};

/** What each problem means, and what to do. @param origin the site's own address */
export const enSignInProblems: Record<SignInProblem, (provider: string, origin: string) => string> = {
  "popup-blocked": (provider) =>
    `Your browser blocked the window of ${provider}. Allow pop-ups for this site and try again, or continue in this window.`,
  "popup-closed-by-user": (provider) =>
    `${provider} has not signed you in. If you closed its window or cancelled there, you can try again.`,
  "cancelled-popup-request": () =>
    "Only the newest sign-in window counts. Go on there; this attempt was given up.",
  "unauthorized-domain": (provider, origin) =>
    `Signing in with ${provider} works only at ${origin}. Open the site there and try again.`,
  "network-request-failed": (provider) =>
    `${provider} or this site could not be reached. Check your connection and try again.`,
  "web-storage-unsupported": () =>
    "Your browser did not keep the cookie that signing in needs, or it took longer than ten minutes. Allow cookies for this site and try again.",
  "internal-error": (provider) =>
    `${provider} gave an answer that we could not accept. Nothing has changed. Try again, or log in with your password.`,
  "missing-multi-factor-info": (provider) =>
    `${provider} wants one more proof that it is you, and has none. Set up its two-step verification, then try again.`,
  "invalid-api-key": (provider) =>
    `${provider} does not know this site by the key that it uses. Tell the people who run the site; meanwhile log in with your password.`,
  "unverified-email": (provider) =>
    `${provider} does not confirm that you own an e-mail address. Confirm it there, or make an account with a password.`,
  "email-has-account": (provider) =>
    `There is an account with this e-mail already. Log in with its password, then connect ${provider} under Security.`,
  "identity-taken": (provider) =>
    `This ${provider} account opens another account here. Disconnect it there first.`,
  "account-suspended": () =>
    "This account is suspended. Write to us on the contact page if you think that is a mistake.",
  "too-many-tries": () => "Too many people have just signed in from here. Try again in a few minutes.",
  "sign-in-again": () => "For this, show again that it is you: log out, log in once more and try again.",
};
