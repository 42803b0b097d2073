import { redirect } from "react-router";
import type { Finished } from "../../page/context.ts";
import { pageLoader } from "../../page/loaders.ts";
import type { Page } from "../../page/page.ts";
import { redirectWithToast, withCookies } from "../../page/redirects.ts";
import { logFault, signInFailed } from "../../features/sign-in/sign-in-failed.ts";

/**
 * The provider redirects people to this page. The page always redirects them again, because its address
 * contains the provider's code. Only the session cookie, which no script can read, shows that a person has
 * logged in.
 */
export const loader = pageLoader(async (page) => {
  const { services, url, actor, visit } = page;
  // This route has no error screen.
  if (!services.social.provider()) throw redirect("/login");
  const finished = await services.social.finish(actor, url.searchParams, visit);
  return withCookies(next(page, finished), finished.setCookies);
});

function next(page: Page, { flow, problem, fault }: Finished): Response {
  const { purpose = "signIn", from = "/", popup } = flow ?? {};
  if (popup) {
    logFault(page, fault);
    return redirect(`/auth/done?${new URLSearchParams({ popup, ...(problem ? { problem } : {}) })}`, 303);
  }
  if (problem) return signInFailed(page, { problem, fault }, { purpose, from: flow?.from });
  if (purpose === "signIn") return redirect(`/auth/welcome?${new URLSearchParams({ from })}`, 303);
  const { connected: title, connectedDetail } = page.messages.signIn;
  const detail = connectedDetail(page.services.social.provider()?.name ?? "");
  return redirectWithToast(page, "/dashboard/security", { title, detail });
}
