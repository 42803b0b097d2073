import { pileMessagesIn } from "../../../shared/messages/piles.ts";
import { BeginPile } from "../../features/pile/begin-pile.tsx";
import { OwnPiles } from "../../features/pile/own-piles.tsx";
import { pileLinks } from "../../features/pile/pile-links.ts";
import { PlainAdding } from "../../features/pile/plain-adding.tsx";
import { postFiles, requireFiles } from "../../features/pile/post-files.ts";
import { type Attempt, pageAction } from "../../page/forms.ts";
import { listedPile } from "../../page/listed-piles.ts";
import { ownLoader } from "../../page/loaders.ts";
import { redirectWithCookies } from "../../page/redirects.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { usePileMessages } from "../../features/pile/pile-messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import type { Route } from "./+types/contribute.ts";

export const links = pileLinks;

export const loader = ownLoader(async ({ services, actor }) => ({
  piles: (await services.piles.list(actor)).map(listedPile),
}));

/** Begins a pile with the files of the form, for browsers without JavaScript. */
export const action = pageAction(
  async (page) => {
    requireFiles(page);
    const id = await page.services.piles.create(page.actor);
    await postFiles(page, id);
    return redirectWithCookies(`/dashboard/contribute/${id}`, []);
  },
  ({ locale }) => ({
    files: { label: pileMessagesIn(locale).add.files },
    links: { label: pileMessagesIn(locale).add.linksLabel },
  }),
);

/** The person's piles, and the way to begin one. */
export default function Contribute({ loaderData, actionData }: Route.ComponentProps) {
  const words = usePileMessages();
  const isLive = useHydrated();
  const attempt = actionData as Attempt | undefined;
  const { piles } = loaderData;
  return (
    <>
      <PageTitle title={words.listTitle} failed={attempt !== undefined} />
      <h1>{words.listTitle}</h1>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      <p>{words.listIntro}</p>
      {isLive ? <BeginPile /> : <PlainAdding attempt={attempt} />}
      <h2>{words.own}</h2>
      {piles.length > 0 ? <OwnPiles piles={piles} /> : <p className="empty">{words.none}</p>}
    </>
  );
}
