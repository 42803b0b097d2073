import { useRouteLoaderData } from "react-router";
import { deskMessages } from "../../../shared/messages/en-desk.ts";
import { messagesIn } from "../../../shared/messages/index.ts";
import { deskFilterOf } from "../../../shared/schemas/desk.ts";
import { DeskBar } from "../../features/desk/desk-bar.tsx";
import { deskLinks } from "../../features/desk/desk-links.ts";
import { DeskScreen } from "../../features/desk/desk-screen.tsx";
import { PlainDesk } from "../../features/desk/plain-desk.tsx";
import { postDesk } from "./post-desk.ts";
import { AdminMenu } from "../../features/frame/admin-menu.tsx";
import { type Reader, ReaderMenu } from "../../features/frame/header.tsx";
import { menuCounts } from "../../page/admin-area.ts";
import { appLinks } from "../../page/app-links.ts";
import type { Toast } from "../../page/context.ts";
import { type Attempt, pageAction } from "../../page/forms.ts";
import { adminLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { revalidateWhenRefused } from "../../page/revalidate.ts";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { ToastMessage } from "../../ui/toast.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import type { Route } from "./+types/desk.ts";

export const handle = { hydrate: true, bare: true };

export const links: Route.LinksFunction = () => [...appLinks(), ...deskLinks()];

export const loader = adminLoader(async (page) => {
  const { url, services, actor } = page;
  const after = url.searchParams.get("after") || undefined;
  const asked = deskFilterOf(url.searchParams);
  const [{ found, filter, isRefused }, reasons] = await Promise.all([
    queueOf(page, actor, asked, after),
    services.reasons.texts(actor),
  ]);
  const ids = found.rows.map(({ id }) => id);
  const [similar, last, menu] = await Promise.all([
    services.duplicates.counts(actor, ids),
    services.deskDecisions.latest(actor),
    menuCounts(page),
  ]);
  return {
    queue: found,
    similar,
    last,
    filter,
    isRefused,
    reasons,
    after,
    path: url.pathname,
    firstId: url.searchParams.get("item") ?? undefined,
    readerId: actor.id,
    menu,
  };
});

type Page = Parameters<Parameters<typeof adminLoader>[0]>[0];

/** The queue with a filter. If the filter is not valid, the whole queue. */
async function queueOf(
  { services, asDomainError }: Page,
  actor: Page["actor"],
  asked: ReturnType<typeof deskFilterOf>,
  after: string | undefined,
) {
  const single = Object.entries(asked).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" && value !== "" ? [[name, value]] : [],
  );
  try {
    const found = await services.deskQueue.list(actor, { ...asked, ...(after && { after }) });
    return { found, filter: Object.fromEntries(single), isRefused: false };
  } catch (error) {
    if (asDomainError(error)?.code !== "invalid_input") throw error;
    const filter: Record<string, string> = {};
    return { found: await services.deskQueue.list(actor, {}), filter, isRefused: true };
  }
}

export const shouldRevalidate = revalidateWhenRefused;

/** The forms of the page, for browsers without JavaScript. */
export const action = pageAction(
  async (page) => redirectWithToast(page, page.url.pathname + page.url.search, await postDesk(page)),
  ({ locale }) => ({ reason: { label: messagesIn(locale, deskMessages).plain.reason } }),
);

interface RootData {
  reader: Reader | undefined;
  toast: Toast | undefined;
}

/** The items that wait for a decision: three panes, or a table with forms without JavaScript (spec §2 'Manage Questions Admin Panel'). */
export default function Desk({ loaderData, actionData }: Route.ComponentProps) {
  const { frame, queue } = useMessages();
  const words = useMessages(deskMessages);
  const isLive = useHydrated();
  const { reader, toast } = useRouteLoaderData<RootData>("root") ?? {};
  const attempt = actionData as Attempt | undefined;
  return (
    <div className="desk" data-live={isLive ? "" : undefined}>
      <a className="skip" href="#main">
        {frame.skip}
      </a>
      <PageTitle title={isLive ? words.title : queue.title} failed={attempt !== undefined} />
      <DeskBar isLive={isLive}>
        <AdminMenu {...loaderData.menu} isDrop />
        <ReaderMenu reader={reader} />
      </DeskBar>
      {toast && <ToastMessage {...toast} />}
      <main id="main">
        {isLive ? <DeskScreen {...loaderData} /> : <PlainDesk {...loaderData} attempt={attempt} />}
      </main>
    </div>
  );
}
