import { pileMessages } from "../../../shared/messages/en-pile-screen.ts";
import { BeginPile } from "../../features/pile/begin-pile.tsx";
import { OwnPiles } from "../../features/pile/own-piles.tsx";
import { pileLinks } from "../../features/pile/pile-links.ts";
import { NoScript } from "../../features/pile/no-script.tsx";
import { ownLoader } from "../../page/loaders.ts";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import type { Route } from "./+types/contribute.ts";

export const links = pileLinks;

export const loader = ownLoader(async ({ services, actor }) => ({
  piles: await services.piles.list(actor),
}));

/** The person's piles, and the way to begin one. */
export default function Contribute({ loaderData }: Route.ComponentProps) {
  const words = useMessages(pileMessages);
  const { piles } = loaderData;
  return (
    <>
      <PageTitle title={words.listTitle} />
      <h1>{words.listTitle}</h1>
      <p>{words.listIntro}</p>
      <NoScript />
      <BeginPile />
      <h2>{words.own}</h2>
      {piles.length > 0 ? <OwnPiles piles={piles} /> : <p className="empty">{words.none}</p>}
    </>
  );
}
