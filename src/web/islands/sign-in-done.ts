/** Ends the login window: it reports the result on a channel whose name only the opener knows, and closes. */
const { popup, problem } = document.querySelector("main")?.dataset ?? {};
// Without channels, the page says the result.
if (popup && typeof BroadcastChannel === "function") {
  // A channel only reaches pages of this origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  new BroadcastChannel(`sign-in ${popup}`).postMessage({ nonce: popup, ok: !problem, problem });
  close();
}
