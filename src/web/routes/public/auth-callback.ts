import { redirect } from "react-router";
import { pageLoader, redirectWithToast } from "../../page.ts";
import { reportFault, signInFailed } from "../../sign-in-failed.ts";

/**
 * Where the provider sends people back to. Always goes on to another address, as this one holds the provider's code;
 * nothing but the session's cookie, which no script reads, says that somebody has signed in.
 */
export const loader = pageLoader(async (page) => {
  const { services, url, actor, visit } = page;
  const { flow, problem, fault, setCookies } = await services.social.finish(actor, url.searchParams, visit);
  const response = next();
  for (const cookie of setCookies) response.headers.append("set-cookie", cookie);
  return response;

  function next(): Response {
    if (flow?.popup) {
      reportFault(page, fault);
      const query = new URLSearchParams({ popup: flow.popup, ...(problem ? { problem } : {}) });
      return redirect(`/auth/done?${query}`, 303);
    }
    const errand = { purpose: flow?.purpose ?? "signIn", from: flow?.from };
    if (problem) return signInFailed(page, { problem, fault }, errand);
    if (errand.purpose === "signIn")
      return redirect(`/auth/welcome?${new URLSearchParams({ from: flow?.from ?? "/" })}`, 303);
    const { connected: title, connectedDetail } = page.messages.signIn;
    const detail = connectedDetail(services.social.provider()?.name ?? "");
    return redirectWithToast(page, "/dashboard/security", { title, detail });
  }
});
