import { useMemo } from "react";
import { invalid } from "../../../shared/problems/errors.ts";
import { pileMessages } from "../../../shared/messages/en-pile-screen.ts";
import { messagesIn } from "../../../shared/messages/index.ts";
import { MAX_PILE_ROWS } from "../../../shared/files/pile-limits.ts";
import { NoScript } from "../../features/pile/no-script.tsx";
import { PileHeading, pileTitle } from "../../features/pile/pile-heading.tsx";
import { pileLinks } from "../../features/pile/pile-links.ts";
import { PileScreen } from "../../features/pile/pile-screen.tsx";
import { REMOVE, RemovePile } from "../../features/pile/remove-pile.tsx";
import type { ShownPile } from "../../features/pile/pile-view.ts";
import { appLinks } from "../../page/app-links.ts";
import { type Attempt, pageAction, textOf } from "../../page/forms.ts";
import { ownLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import type { Route } from "./+types/pile.ts";

export const handle = { hydrate: true, shortFooter: true };

export const links: Route.LinksFunction = () => [...appLinks(), ...pileLinks()];

export const loader = ownLoader(async ({ services, actor, params }) => {
  const [pile, suggestions] = await Promise.all([
    services.piles.get(actor, params["id"] ?? "", { size: MAX_PILE_ROWS }),
    services.resources.suggestions("question"),
  ]);
  // One text, because the encoder of React Router takes 100 ms for the values of 500 rows.
  return { pile: JSON.stringify(pile), suggestions };
});

/** Removes the pile. A page of an earlier release can still send other forms, which change nothing. */
export const action = pageAction(async (page) => {
  const { services, actor, params, locale, form } = page;
  if (textOf(form, "act") !== REMOVE) throw invalid("act", "invalid");
  await services.piles.remove(actor, params["id"] ?? "");
  const { removed, removedDetail } = messagesIn(locale, pileMessages);
  return redirectWithToast(page, "/dashboard/contribute", { title: removed, detail: removedDetail });
});

/** Shows one pile as a table to confirm. The server renders only its heading, because rendering 500 rows makes others wait. */
export default function Pile({ loaderData, actionData }: Route.ComponentProps) {
  const words = useMessages(pileMessages);
  const isLive = useHydrated();
  const attempt = actionData as Attempt | undefined;
  const { suggestions } = loaderData;
  const pile = useMemo(() => JSON.parse(loaderData.pile) as ShownPile, [loaderData.pile]);
  return (
    <main id="main" className="page pile">
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      {isLive ? (
        <PileScreen key={pile.id} pile={pile} suggestions={suggestions} failed={attempt !== undefined} />
      ) : (
        <>
          <PageTitle title={pileTitle(pile.rows, words)} failed={attempt !== undefined} />
          <PileHeading rows={pile.rows} />
          <NoScript>
            <RemovePile />
          </NoScript>
        </>
      )}
    </main>
  );
}
