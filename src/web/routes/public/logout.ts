import { redirect } from "react-router";
import { pageAction, redirectWithToast } from "../../page.ts";

/** An address typed, or remembered by the login page: logging out takes the button. */
export function loader() {
  throw redirect("/");
}

export const action = pageAction(async (page) => {
  const { login } = page.messages;
  const cookies = await page.services.accounts.signOut(page.request.headers);
  return redirectWithToast(page, "/", { title: login.goodbye, detail: login.goodbyeDetail }, cookies);
});
