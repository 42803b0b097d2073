import { redirect } from "react-router";
import { formFields, pageAction } from "../../page/forms.ts";
import { withCookies } from "../../page/redirects.ts";
import { logFault, signInFailed } from "../../features/sign-in/sign-in-failed.ts";

/** Handles a typed address. A login must start with the button. */
export function loader() {
  throw redirect("/login");
}

/**
 * Starts a login with the provider. A script that opened a window gets JSON. A form gets a page that
 * redirects to the provider, because our policy (`form-action`) does not let a form redirect to another site.
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
