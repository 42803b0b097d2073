import { wantedMessages } from "../../../shared/messages/en-wanted.ts";
import { welcomeMessages } from "../../../shared/messages/en-welcome.ts";
import { WantedPapers } from "../../items/wanted-papers.tsx";
import { ownLoader } from "../../page/loaders.ts";
import { Empty } from "../../ui/empty.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import type { Route } from "./+types/requests.ts";

export const loader = ownLoader(({ services, actor }) => services.wanted.own(actor));

/** The missing papers that the person asked for. Those that are here now have a link. */
export default function Requests({ loaderData: papers }: Route.ComponentProps) {
  const { own: words } = useMessages(wantedMessages);
  const { follow: step } = useMessages(welcomeMessages).steps;
  return (
    <>
      <PageTitle title={words.title} />
      <h1>{words.title}</h1>
      <p>
        {words.intro} <a href="/wanted">{words.wanted}</a>
      </p>
      {papers.length === 0 ? (
        <Empty text={words.none}>
          <a className="button" href="/universities">
            {step.button}
          </a>
        </Empty>
      ) : (
        <WantedPapers label={words.list} papers={papers} back="/dashboard/requests" />
      )}
    </>
  );
}
