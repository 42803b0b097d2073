import { Form, useNavigation } from "react-router";
import { DomainError } from "../../../shared/problems/errors.ts";
import { parseSignInProblem } from "../../../shared/people/sign-in-problems.ts";
import { type Attempt, pageAction } from "../../page/forms.ts";
import { ownLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { useMessages } from "../../ui/messages.ts";
import { Sheet } from "../../ui/sheet.tsx";
import type { Route } from "./+types/provider.ts";

export const loader = ownLoader(async ({ services, actor, url, origin }) => {
  const provider = services.social.provider();
  if (!provider) throw new DomainError("not_found");
  const isConnected = await services.social.isConnected(actor);
  return {
    name: provider.name,
    isConnected,
    origin,
    problem: parseSignInProblem(url.searchParams.get("problem")),
  };
});

/**
 * Disconnects the account from the provider. Connecting starts at /auth/start, in the same way as a login.
 */
export const action = pageAction(async (page) => {
  const { services, actor, messages } = page;
  await services.social.disconnect(actor);
  const { disconnected: title, disconnectedDetail } = messages.signIn;
  const detail = disconnectedDetail(services.social.provider()?.name ?? "");
  return redirectWithToast(page, "/dashboard/security", { title, detail });
});

/** Shows whether the provider is connected, with a button that connects or disconnects it. */
export default function ProviderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { name, isConnected, origin, problem } = loaderData;
  const { signIn, signInProblems } = useMessages();
  const attempt = actionData as Attempt | undefined;
  const sending = useNavigation().state === "submitting";
  const title = signIn.section(name);
  const failed = attempt !== undefined || problem !== undefined;
  return (
    <Sheet title={title} failed={failed}>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      {!attempt && problem && <ErrorSummary problems={{}} message={signInProblems[problem](name, origin)} />}
      <p>{isConnected ? signIn.isConnected(name) : signIn.isNotConnected(name)}</p>
      {isConnected ? (
        <Form method="post">
          <button id="provider" className="danger quiet" disabled={sending}>
            {signIn.disconnect(name)}
          </button>
        </Form>
      ) : (
        // This must be an ordinary form, because the response redirects to another site.
        <form method="post" action="/auth/start">
          <input type="hidden" name="purpose" value="connect" />
          <button>{signIn.connect(name)}</button>
        </form>
      )}
    </Sheet>
  );
}
