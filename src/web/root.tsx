import latin from "@fontsource/anek-bangla/files/anek-bangla-latin-600-normal.woff2?url";
import type { ReactNode } from "react";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteLoaderData,
} from "react-router";
import type { Route } from "./+types/root.ts";
import styles from "./styles/app.css?url";
import { contextOf, type PageContext } from "./page/context.ts";
import { hasShortFooter, isBare, isHydrated } from "./page/hydration.ts";
import { Frame } from "./features/frame/frame.tsx";
import type { Failure } from "./page/refusals.ts";
import { readerOf } from "./page/reader-of.ts";
import { readTheme } from "./page/theme-cookie.ts";
import { useLocale, useMessages } from "./ui/messages.ts";
import type { ContactDetails } from "../shared/people/contact-details.ts";
import { errorText, type Messages } from "../shared/messages/index.ts";
import { SomethingWrong } from "./features/frame/something-wrong.tsx";
import { TimeZone } from "./ui/time-zone.ts";
import { DEFAULT_TIME_ZONE } from "../shared/text/time-zone.ts";
import { SheetPage } from "./ui/sheet.tsx";

/**
 * The page that a logged-in student sees instead of the admin area.
 * @param email the email of their account
 */
function AdminsOnly({ email }: { email: string | undefined }) {
  const { adminsOnly, frame, wrong } = useMessages();
  return (
    <SheetPage title={adminsOnly.title}>
      <p>{adminsOnly.sentence(email)}</p>
      <p>
        <a className="button" href="/home">
          {wrong.home}
        </a>
      </p>
      <form method="post" action="/logout">
        <button className="quiet">{frame.logout}</button>
      </form>
    </SheetPage>
  );
}

export const links: Route.LinksFunction = () => [
  { rel: "stylesheet", href: styles },
  { rel: "preload", href: latin, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "alternate", href: "/feed.xml", type: "application/atom+xml" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
];

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = contextOf(context);
  return {
    ...(await readerOf(page)),
    theme: readTheme(request.headers.get("cookie")),
    toast: page.toast,
    contact: await contactDetails(page),
    timeZone: page.timeZone,
  };
}

/**
 * The contact details. If the database fails, the page can still show an error, but no cache may store this
 * page, because it lacks the contact details.
 */
async function contactDetails({ services, asDomainError, noStore }: PageContext): Promise<ContactDetails> {
  try {
    return await services.contactDetails.shown();
  } catch (error) {
    if (!asDomainError(error)) throw error;
    noStore();
    return {};
  }
}

export function Layout({ children }: { children: ReactNode }) {
  const hydrated = isHydrated(useMatches().map((match) => match.handle));
  const known = useRouteLoaderData<typeof loader>("root");
  const locale = useLocale();
  return (
    <html lang={locale} data-theme={known?.theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
        {/* Otherwise a slow phone can paint a part of the header, and its buttons move when the rest arrives. */}
        <link rel="expect" href="#main" blocking="render" />
      </head>
      <body>
        <TimeZone value={known?.timeZone ?? DEFAULT_TIME_ZONE}>{children}</TimeZone>
        {hydrated && <ScrollRestoration />}
        {hydrated && <Scripts />}
      </body>
    </html>
  );
}

export default function Root({ loaderData }: Route.ComponentProps) {
  const handles = useMatches().map((match) => match.handle);
  if (isBare(handles)) return <Outlet />;
  const { contact: _contact, timeZone: _timeZone, ...frame } = loaderData;
  return (
    <Frame {...frame} isShort={hasShortFooter(handles)}>
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const known = useRouteLoaderData<typeof loader>("root");
  const messages = useMessages();
  const { pathname, search } = useLocation();
  const failure = failureIn(error);
  return (
    <Frame
      reader={known?.reader}
      isAdmin={known?.isAdmin === true && !failure?.isAdminsOnly}
      theme={known?.theme ?? "system"}
      toast={undefined}
      isShort
    >
      {failure?.isAdminsOnly ? (
        <AdminsOnly email={known?.reader?.email} />
      ) : (
        <SomethingWrong
          sentence={sentenceOf(error, failure, messages)}
          isNotFound={
            failure ? failure.code === "not_found" : isRouteErrorResponse(error) && error.status === 404
          }
          form={failure?.code === "too_large" ? pathname + search : undefined}
        />
      )}
    </Frame>
  );
}

function failureIn(error: unknown): Failure | undefined {
  const failure = isRouteErrorResponse(error) ? (error.data as Partial<Failure> | null) : undefined;
  return failure?.code && { ...failure, code: failure.code };
}

function sentenceOf(error: unknown, failure: Failure | undefined, messages: Messages): string {
  if (failure) return errorText(messages, failure, failure.isWrite);
  if (!isRouteErrorResponse(error)) return messages.wrong.ours;
  if (error.status === 404) return messages.wrong.notFound;
  return error.status === 405 ? messages.errors.wrong_method : messages.wrong.ours;
}
