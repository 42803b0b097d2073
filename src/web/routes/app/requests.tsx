import { wantedMessages } from "../../../shared/messages/en-wanted.ts";
import { WantedList } from "../../features/wanted/wanted-list.tsx";
import { ownLoader } from "../../page/loaders.ts";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import type { Route } from "./+types/requests.ts";

export const loader = ownLoader(({ services, actor }) => services.wanted.own(actor));

/** The missing papers that the person asked for. Those that are here now have a link. */
export default function Requests({ loaderData: papers }: Route.ComponentProps) {
  const { own: words } = useMessages(wantedMessages);
  return (
    <>
      <PageTitle title={words.title} />
      <h1>{words.title}</h1>
      <p>
        {words.intro} <a href="/wanted">{words.wanted}</a>
      </p>
      {papers.length === 0 ? (
        <p className="empty">{words.none}</p>
      ) : (
        <WantedList label={words.list} papers={papers} back="/dashboard/requests" />
      )}
    </>
  );
}
