import type { RouterContextProvider } from "react-router";
import { type Locale, type Messages, messagesIn, siteLocale } from "../../shared/messages/index.ts";
import { contextOf, type PageContext } from "./context.ts";

/** The arguments that the router passes to a loader or an action. */
export interface PageArgs {
  request: Request;
  /** The page's address. `request.url` differs if the browser only requests the data of a page. */
  url: URL;
  /** The route's path as written in `routes.ts`, even if the address uses different letter case. */
  pattern: string;
  locale: Locale;
  messages: Messages;
  params: Record<string, string | undefined>;
  context: Readonly<RouterContextProvider>;
}

export interface Page extends PageContext {
  request: Request;
  url: URL;
  pattern: string;
  locale: Locale;
  messages: Messages;
  params: Record<string, string | undefined>;
}

export interface PostedPage extends Page {
  form: FormData;
}

/** Collects the values of a page from the router's arguments. */
export function pageOf({ request, url, params, context, ...args }: PageArgs): Page {
  // The router leaves out the first slash of a child route.
  const pattern = args.pattern.replace(/^\/?/, "/");
  const locale = siteLocale;
  return { ...contextOf(context), request, params, url, pattern, locale, messages: messagesIn(locale) };
}
