import { parseSignInProblem } from "../../../shared/people/sign-in-problems.ts";
import doneIsland from "../../islands/sign-in-done.ts?worker&url";
import { pageLoader } from "../../page/loaders.ts";
import { useMessages } from "../../ui/messages.ts";
import { Sheet } from "../../ui/sheet.tsx";
import type { Route } from "./+types/auth-done.ts";

export const handle = { bare: true };

export const loader = pageLoader(({ url, origin, services }) => {
  const { searchParams: query } = url;
  const problem = parseSignInProblem(query.get("problem"));
  return {
    popup: query.get("popup") ?? "",
    problem,
    origin,
    provider: services.social.provider()?.name ?? "",
  };
});

/**
 * The last page in the login window. It reports the result to the page that opened the window, and closes the
 * window.
 */
export default function AuthDone({ loaderData: { popup, problem, origin, provider } }: Route.ComponentProps) {
  const { signIn, signInProblems } = useMessages();
  const title = problem ? signIn.failedTitle : signIn.doneTitle;
  return (
    <main id="main" className="page" data-popup={popup} data-problem={problem}>
      <Sheet title={title} failed={problem !== undefined}>
        <p>{problem ? signInProblems[problem](provider, origin) : signIn.done}</p>
        {problem && <p>{signIn.failed}</p>}
      </Sheet>
      <script type="module" src={doneIsland} />
    </main>
  );
}
