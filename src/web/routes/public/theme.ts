import { redirect } from "react-router";
import { returnPath } from "../../../shared/people/return-to.ts";
import { parseTheme } from "../../../shared/people/theme.ts";
import { pageAction, textOf } from "../../page/forms.ts";
import { themeCookie } from "../../page/theme-cookie.ts";

/** Handles a typed address, which has no page. */
export function loader() {
  throw redirect("/");
}

/** Stores the choice and redirects to the theme switch, so that the reader keeps their place. */
export const action = pageAction(async ({ form, origin }) => {
  const cookie = themeCookie(parseTheme(textOf(form, "theme")), origin.startsWith("https:"));
  const [path] = returnPath(textOf(form, "from")).split("#");
  const response = redirect(`${path}#theme`, 303);
  response.headers.append("set-cookie", cookie);
  return response;
});
