/**
 * Logs in through the provider in a window of its own (spec §9: 500x600). Without this script the form does this in the
 * page; if the browser blocks the window, a second button does.
 */

/** How long an answer may be on its way once the person is back on the page. In ms. */
const GRACE = 2_000;
const FEATURES = "popup,width=500,height=600";

interface SignInResult {
  nonce: string;
  ok: boolean;
  problem?: string;
}

interface Started {
  /** The provider's page. */
  location?: string;
  /** Our page that leads there. */
  leave?: string;
  problem?: string;
}

const form = document.querySelector<HTMLFormElement>("form.sign-in-social");
const status = form?.querySelector<HTMLElement>("[role=status]");
/** The button that logs in through the page. */
const inPage = form?.querySelector<HTMLButtonElement>("button[hidden]");
/** Words by problem, and `waiting`. */
const words = JSON.parse(status?.dataset["words"] ?? "{}") as Record<string, string>;
let channel: BroadcastChannel | undefined;
/** The name under which the current window reports. */
let current = "";

function tell(problem: string): void {
  if (!status) return;
  // A foreign answer, as of a proxy in between, has no code.
  const known = Object.hasOwn(words, problem) ? problem : "internal-error";
  status.textContent = words[known] ?? "";
  status.dataset["problem"] = known;
  if (inPage) inPage.hidden = known !== "popup-blocked";
}

function end(): void {
  channel?.close();
  channel = undefined;
  current = "";
}

function listen(nonce: string): void {
  channel = new BroadcastChannel(`sign-in ${nonce}`);
  channel.addEventListener("message", ({ data }: MessageEvent<SignInResult>) => {
    // Only our window knows the name. It never decides where to go on.
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
  // Some browsers wrongly report that they keep cookies; this page opens only with the cookie that was just set.
  const kept = await fetch(leave, { redirect: "manual" });
  if (!kept.ok) throw new Error("web-storage-unsupported");
  if (current === nonce) popup.location.replace(to);
  else popup.close();
}

form?.addEventListener("submit", (event) => {
  if (event.submitter === inPage) return;
  event.preventDefault();
  const popup = open("", "", FEATURES);
  if (!popup) return tell("popup-blocked");
  // The provider's page must not be able to navigate this one.
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
    // `fetch` throws it if nobody answers.
    tell(error instanceof TypeError ? "network-request-failed" : error.message);
  });
});

/**
 * `popup.closed` is useless: under our opener policy it turns true once the window leaves the site. A person who is
 * back without an answer may still log in, so the page says that they can try again, and keeps listening.
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
