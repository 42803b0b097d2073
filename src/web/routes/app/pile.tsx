import { pileMessagesIn } from "../../../shared/messages/piles.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { MAX_PILE_ROWS } from "../../../shared/pile-limits.ts";
import { pileTitle } from "../../features/pile/pile-heading.tsx";
import { pileLinks } from "../../features/pile/pile-links.ts";
import { PileScreen } from "../../features/pile/pile-screen.tsx";
import { showPile } from "../../features/pile/pile-view.ts";
import { PlainPile } from "../../features/pile/plain-pile.tsx";
import { acts, postPile } from "../../features/pile/post-pile.ts";
import { appLinks } from "../../page/app-links.ts";
import { type Attempt, pageAction } from "../../page/forms.ts";
import { ownLoader } from "../../page/loaders.ts";
import { redirectWithCookies, redirectWithToast } from "../../page/redirects.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { usePileMessages } from "../../features/pile/pile-messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import type { Route } from "./+types/pile.ts";

export const handle = { hydrate: true, shortFooter: true };

export const links: Route.LinksFunction = () => [...appLinks(), ...pileLinks()];

export const loader = ownLoader(async ({ services, actor, params, url, messages }) => {
  const [pile, suggestions] = await Promise.all([
    services.piles.get(actor, params["id"] ?? "", { size: MAX_PILE_ROWS }),
    services.resources.suggestions("question"),
  ]);
  return {
    pile: showPile(pile, messages),
    suggestions,
    path: url.pathname,
    chosen: url.searchParams.get("row") ?? undefined,
  };
});

/** The forms of the page, for browsers without JavaScript. */
export const action = pageAction(
  async (page) => {
    const { url, params, locale } = page;
    const act = await postPile(page, params["id"] ?? "");
    if (act !== acts.remove) return redirectWithCookies(url.pathname, []);
    const { removed, removedDetail } = pileMessagesIn(locale);
    return redirectWithToast(page, "/dashboard/contribute", { title: removed, detail: removedDetail });
  },
  ({ locale }) => ({
    ...kindNamed("question").words[locale].fields,
    kind: { label: pileMessagesIn(locale).paper.kind },
    files: { label: pileMessagesIn(locale).add.files },
    links: { label: pileMessagesIn(locale).add.linksLabel },
  }),
);

/** One pile: a table to confirm, or forms and a list without JavaScript. */
export default function Pile({ loaderData, actionData }: Route.ComponentProps) {
  const words = usePileMessages();
  const isLive = useHydrated();
  const attempt = actionData as Attempt | undefined;
  const { pile, suggestions, path, chosen } = loaderData;
  return (
    <main id="main" className="page pile">
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      {isLive ? (
        <PileScreen key={pile.id} pile={pile} suggestions={suggestions} failed={attempt !== undefined} />
      ) : (
        <>
          <PageTitle title={pileTitle(pile.rows, words)} failed={attempt !== undefined} />
          <PlainPile pile={pile} path={path} chosen={chosen} attempt={attempt} />
        </>
      )}
    </main>
  );
}
