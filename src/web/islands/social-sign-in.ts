/**
 * Logs in with the provider in a separate window (spec §9: 500x600). Without JavaScript, the form logs in on
 * this page. If the browser blocks the window, a second button logs in on this page.
 */

/** How long to wait for the result after the person returns to the page, in ms. */
const GRACE = 2_000;
const FEATURES = "popup,width=500,height=600";

interface SignInResult {
  nonce: string;
  ok: boolean;
  problem?: string;
}

interface Started {
  /** The address of the provider's page. */
  location?: string;
  /** The address of our page that redirects to the provider. */
  leave?: string;
  problem?: string;
}

const form = document.querySelector<HTMLFormElement>("form.sign-in-social");
const status = form?.querySelector<HTMLElement>("[role=status]");
/** The button that logs in on this page. */
const inPage = form?.querySelector<HTMLButtonElement>("button[hidden]");
/** The texts for each problem and for `waiting`. */
const words = JSON.parse(status?.dataset["words"] ?? "{}") as Record<string, string>;
/** Whether the window can report its result to this page. Old browsers have no channels. */
const hasChannels = typeof BroadcastChannel === "function" && typeof crypto.randomUUID === "function";
let channel: BroadcastChannel | undefined;
/** The name of the channel of the current window. */
let current = "";

function tell(problem: string): void {
  if (!status) return;
  // A response that is not from this site, for example from a proxy, has no code.
  const known = Object.hasOwn(words, problem) ? problem : "internal-error";
  status.textContent = words[known] ?? "";
  status.dataset["problem"] = known;
  if (inPage) inPage.hidden = known !== "popup-blocked" && known !== "no-channels";
}

function end(): void {
  channel?.close();
  channel = undefined;
  current = "";
}

function listen(nonce: string): void {
  channel = new BroadcastChannel(`sign-in ${nonce}`);
  channel.addEventListener("message", ({ data }: MessageEvent<SignInResult>) => {
    // Only our window knows the name. The next page never depends on the message.
    if (data.nonce !== nonce || nonce !== current) return;
    end();
    if (data.ok) location.assign(form?.dataset["next"] ?? "/");
    else tell(data.problem ?? "internal-error");
  });
}

async function begin(target: HTMLFormElement, popup: Window, nonce: string, earlier: string): Promise<void> {
  const body = new URLSearchParams({ from: target.dataset["from"] ?? "", popup: nonce, earlier });
  const answer = await fetch(target.action, { method: "POST", body });
  const { location: to, leave = "", problem } = (await answer.json()) as Started;
  if (!to) throw new Error(problem);
  // Some browsers wrongly report that they store cookies. The page that is requested here opens only with the
  // cookie that was just set.
  const kept = await fetch(leave, { redirect: "manual" });
  if (!kept.ok) throw new Error("web-storage-unsupported");
  if (current === nonce) popup.location.replace(to);
  else popup.close();
}

form?.addEventListener("submit", (event) => {
  if (event.submitter === inPage) return;
  event.preventDefault();
  if (!hasChannels) return tell("no-channels");
  const popup = open("", "", FEATURES);
  if (!popup) return tell("popup-blocked");
  // The provider's page must not be able to navigate this page.
  popup.opener = null;
  const [earlier, nonce] = [current, crypto.randomUUID()];
  end();
  current = nonce;
  tell(earlier ? "cancelled-popup-request" : "waiting");
  listen(nonce);
  begin(form, popup, nonce, earlier).catch((error: Error) => {
    popup.close();
    if (current !== nonce) return;
    end();
    // `fetch` throws a TypeError if there is no response.
    tell(error instanceof TypeError ? "network-request-failed" : error.message);
  });
});

/**
 * `popup.closed` does not help: because of our opener policy, it becomes true when the window leaves the
 * site. A person who returns without a result may still log in. So the page says that they can try again, and
 * it still waits for the result.
 */
function maybeClosed(): void {
  const nonce = current;
  if (!nonce || document.visibilityState === "hidden") return;
  setTimeout(() => {
    if (nonce === current) tell("popup-closed-by-user");
  }, GRACE);
}
addEventListener("focus", maybeClosed);
document.addEventListener("visibilitychange", maybeClosed);
