/** The end of a sign-in's window: reports how it ended under the name that only its opener knows, and closes. */
const { popup, problem } = document.querySelector("main")?.dataset ?? {};
if (popup) {
  // A channel takes no target: it reaches this origin alone.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  new BroadcastChannel(`sign-in ${popup}`).postMessage({ nonce: popup, ok: !problem, problem });
  close();
}
