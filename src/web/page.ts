import { data, redirect, type RouterContextProvider } from "react-router";
import { type DomainError, isDomainError } from "../shared/errors.ts";
import type { FieldWords } from "../shared/kinds/index.ts";
import type { User } from "../shared/policy.ts";
import { errorText, messagesIn, problemTexts } from "../shared/messages/index.ts";
import { contextOf, type PageContext, type Toast } from "./context.ts";
import { toastCookie } from "./toast-cookie.ts";

type Labels = Record<string, FieldWords>;

interface Args {
  request: Request;
  /** The page's address; `request.url` is another where the browser asks for a page's data alone. */
  url: URL;
  params: Record<string, string | undefined>;
  context: Readonly<RouterContextProvider>;
}

export interface Page extends PageContext {
  request: Request;
  url: URL;
  params: Record<string, string | undefined>;
}

export interface PostedPage extends Page {
  form: FormData;
}

/** What a form shows after an attempt that failed: the problems, and what was typed. */
export interface Attempt {
  problems: Record<string, string>;
  /** What is wrong with the whole, where no field is to blame. */
  message: string | undefined;
  values: Record<string, string>;
}

function pageOf({ request, url, params, context }: Args): Page {
  return { ...contextOf(context), request, params, url };
}

/**
 * A loader in terms of the page. A DomainError becomes the error screen with its status; who is not signed in goes
 * to the login page, which remembers where they came from.
 */
export function pageLoader<T>(load: (page: Page) => Promise<T> | T) {
  return async (args: Args): Promise<T> => {
    try {
      return await load(pageOf(args));
    } catch (error) {
      throw asResponse(error, args);
    }
  };
}

/** A loader of the admin area. A child runs beside its parent's guard, so that each needs the guard. */
export function adminLoader<T>(load: (page: Page & { actor: User }) => Promise<T> | T) {
  return pageLoader((page) => {
    const { actor, policy } = page;
    if (!actor || !policy.enterAdmin(actor)) throw toLogin(page);
    return load({ ...page, actor });
  });
}

/**
 * An action in terms of the posted form. Bad input comes back as an `Attempt` with nothing typed lost but
 * passwords and files.
 * @param labels of the form's fields
 */
export function pageAction<T>(
  act: (page: PostedPage) => Promise<T>,
  labels: Labels | ((url: URL) => Labels) = {},
) {
  return async (args: Args): Promise<T | ReturnType<typeof data<Attempt>>> => {
    const form = await args.request.formData();
    try {
      return await act({ ...pageOf(args), form });
    } catch (error) {
      if (!isDomainError(error)) throw error;
      if (error.code === "sign_in_required") throw toLogin(args);
      if (error.code === "not_found" || error.code === "forbidden") throw asResponse(error, args);
      const words = typeof labels === "function" ? labels(args.url) : labels;
      return data(attemptOf(error, form, words), { status: error.status });
    }
  };
}

function attemptOf(error: DomainError, form: FormData, labels: Labels): Attempt {
  const messages = messagesIn("en");
  const values: Record<string, string> = {};
  for (const [name, value] of form) {
    if (typeof value === "string" && !name.startsWith("password")) values[name] = value;
  }
  const problems = error.fields ? problemTexts(messages, error.fields, labels) : {};
  return { problems, message: error.fields ? undefined : errorText(messages, error.code), values };
}

function asResponse(error: unknown, args: Args): unknown {
  if (!isDomainError(error)) return error;
  return error.code === "sign_in_required" ? toLogin(args) : data(null, { status: error.status });
}

/** The login page that comes back here afterwards (spec §4, admin guard). A form comes back to its page. */
export function toLogin({ url }: Pick<Args, "url">): Response {
  return redirect(`/login?from=${encodeURIComponent(url.pathname + url.search)}`);
}

/** The fields of a form as text; of a name that repeats, the last. */
export function formFields(form: FormData): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === "string") fields[name] = value;
  return fields;
}

/** Goes on to another page (POST, redirect, GET) and says there what happened. */
export function redirectWithToast(
  { origin }: Pick<Page, "origin">,
  to: string,
  toast: Toast,
  cookies: string[] = [],
): Response {
  const response = redirect(to, 303);
  for (const cookie of [...cookies, toastCookie(toast, origin.startsWith("https:"))])
    response.headers.append("set-cookie", cookie);
  return response;
}
