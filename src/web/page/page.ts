import type { RouterContextProvider } from "react-router";
import { type Locale, type Messages, messagesIn } from "../../shared/messages/index.ts";
import { contextOf, type PageContext } from "./context.ts";

/** What a loader or an action gets from the router. */
export interface PageArgs {
  request: Request;
  /** The page's address; `request.url` is another where the browser asks for a page's data alone. */
  url: URL;
  /** The route's path as `routes.ts` names it, however the address was spelled. */
  pattern: string;
  /** The reader's language and its words. */
  locale: Locale;
  messages: Messages;
  params: Record<string, string | undefined>;
  context: Readonly<RouterContextProvider>;
}

export interface Page extends PageContext {
  request: Request;
  url: URL;
  pattern: string;
  /** The reader's language and its words. */
  locale: Locale;
  messages: Messages;
  params: Record<string, string | undefined>;
}

export interface PostedPage extends Page {
  form: FormData;
}

/** What a page works with, from what the router gives. */
export function pageOf({ request, url, params, context, ...args }: PageArgs): Page {
  // A child route's pattern comes without the slash.
  const pattern = args.pattern.replace(/^\/?/, "/");
  const locale: Locale = "en";
  return { ...contextOf(context), request, params, url, pattern, locale, messages: messagesIn(locale) };
}
