import { redirect } from "react-router";
import { formFields, pageAction } from "../../page/forms.ts";
import { withCookies } from "../../page/redirects.ts";
import { logFault, signInFailed } from "../../features/sign-in/sign-in-failed.ts";

/** For a typed address: a login needs the button. */
export function loader() {
  throw redirect("/login");
}

/**
 * Begins a login through the provider. A page's script with a window gets JSON. A form goes on to a page that leads to
 * the provider, because the pages' policy (`form-action`) forbids its own redirection to leave the site.
 */
export const action = pageAction(async (page) => {
  const { form, services, actor, visit, askedFrom } = page;
  const { purpose, from, popup, earlier } = formFields(form);
  const inWindow = Boolean(popup);
  const errand = { purpose: purpose === "connect" ? "connect" : "signIn", from } as const;
  const options = { ...errand, popup, earlier, askedFrom };
  const started = await services.social.start(actor, options, visit);
  if (started.problem) {
    if (!inWindow) return signInFailed(page, started, errand);
    logFault(page, started.fault);
    return Response.json({ problem: started.problem });
  }
  const leave = `/auth/leave?${new URLSearchParams({ state: started.state })}`;
  return withCookies(
    inWindow ? Response.json({ location: started.location, leave }) : redirect(leave, 303),
    started.setCookies,
  );
});
