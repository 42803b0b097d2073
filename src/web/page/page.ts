import type { RouterContextProvider } from "react-router";
import { type Locale, type Messages, messagesIn } from "../../shared/messages/index.ts";
import { contextOf, type PageContext } from "./context.ts";

/** The router's arguments to a loader or an action. */
export interface PageArgs {
  request: Request;
  /** The page's address; `request.url` differs if the browser asks only for a page's data. */
  url: URL;
  /** The route's path as `routes.ts` names it, for any spelling of the address. */
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

/** The page's values, from the router's arguments. */
export function pageOf({ request, url, params, context, ...args }: PageArgs): Page {
  // A child route's pattern comes without the slash.
  const pattern = args.pattern.replace(/^\/?/, "/");
  const locale: Locale = "en";
  return { ...contextOf(context), request, params, url, pattern, locale, messages: messagesIn(locale) };
}
