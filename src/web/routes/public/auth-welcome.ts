import { redirect } from "react-router";
import { onwardPath } from "../../../shared/people/return-to.ts";
import { pageLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";

/** Redirects to the next page after a login with a provider, in this window or in the login window. */
export const loader = pageLoader(async (page) => {
  const { services, url, actor, visit, messages } = page;
  const from = onwardPath(url.searchParams.get("from"));
  if (actor) {
    const { welcome: title, welcomeDetail } = messages.login;
    return redirectWithToast(page, from, { title, detail: welcomeDetail(actor.displayName) });
  }
  const query = new URLSearchParams({ from });
  if (await services.social.isHalf(visit)) return redirect(`/login/second-factor?${query}`, 303);
  // The browser did not store the session cookie.
  query.set("problem", "web-storage-unsupported");
  return redirect(`/login?${query}`, 303);
});
