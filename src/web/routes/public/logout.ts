import { redirect } from "react-router";
import { allDraftsOf } from "../../page/draft-key.ts";
import { pageAction } from "../../page/forms.ts";
import { redirectWithToast } from "../../page/redirects.ts";

/**
 * Handles a GET request, when the address was typed or the login page remembered it. Only the button logs
 * people out.
 */
export function loader() {
  throw redirect("/");
}

export const action = pageAction(async (page) => {
  const { login } = page.messages;
  const cookies = await page.services.accounts.signOut(page.request.headers);
  const toast = { title: login.goodbye, detail: login.goodbyeDetail, sent: allDraftsOf(page.actor) };
  return redirectWithToast(page, "/", toast, cookies);
});
