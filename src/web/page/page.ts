import { data, redirect, type RouterContextProvider } from "react-router";
import type { DomainError } from "../../shared/errors.ts";
import { FILE_FIELD } from "../../shared/files.ts";
import type { FieldWords } from "../../shared/kinds/index.ts";
import type { User } from "../../shared/policy.ts";
import { onwardPath } from "../../shared/return-to.ts";
import {
  errorText,
  type Locale,
  type Messages,
  messagesIn,
  problemTexts,
} from "../../shared/messages/index.ts";
import { parseSignInProblem } from "../../shared/sign-in-problems.ts";
import { contextOf, type UploadedFile, type PageContext, type Toast } from "./context.ts";
import { adminsOnly, failure, mayPost, toConfirm, toEnrolment, toLogin } from "./refusals.ts";
import { toastCookie } from "./toast-cookie.ts";

type Labels = Record<string, FieldWords>;

interface Args {
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

/** What a form shows after an attempt that failed: the problems, and what was typed. */
export interface Attempt {
  problems: Record<string, string>;
  /** What is wrong with the whole, where no field is to blame. */
  message: string | undefined;
  values: Record<string, string>;
  /** A file that was taken, and awaits the rest. */
  file?: UploadedFile | undefined;
}

function pageOf({ request, url, params, context, ...args }: Args): Page {
  // A child route's pattern comes without the slash.
  const pattern = args.pattern.replace(/^\/?/, "/");
  const locale: Locale = "en";
  return { ...contextOf(context), request, params, url, pattern, locale, messages: messagesIn(locale) };
}

/**
 * A loader in terms of the page. A DomainError becomes the error screen with its status; who is not signed in goes
 * to the login page, which remembers where they came from.
 */
export function pageLoader<T>(load: (page: Page) => Promise<T> | T) {
  return async (args: Args): Promise<T> => {
    const page = pageOf(args);
    try {
      return await load(page);
    } catch (error) {
      throw asResponse(error, page);
    }
  };
}

/**
 * The loader of login and register: where to go on to, the provider that one may sign in with, and what went wrong
 * there. Who is signed in goes on at once.
 */
export const visitorLoader = pageLoader(({ url, actor, services, origin }) => {
  const from = onwardPath(url.searchParams.get("from"));
  if (actor) throw redirect(from);
  const problem = parseSignInProblem(url.searchParams.get("problem"));
  return { from, provider: services.social.provider()?.name, problem, origin };
});

/** A loader of the person's own area. A child runs beside its parent's guard, so that each needs the guard. */
export function ownLoader<T>(load: (page: Page & { actor: User }) => Promise<T> | T) {
  return pageLoader((page) => {
    const { actor, policy } = page;
    if (!actor || !policy.enterDashboard(actor)) throw toLogin(page);
    return load({ ...page, actor });
  });
}

/**
 * A loader of what a form asks for while it is filled in. Whose session has ended is not led away from what they type:
 * they are once they send it.
 */
export function formLoader(load: (page: Page & { actor: User }) => Promise<Response>) {
  return pageLoader((page) => {
    const { actor, policy } = page;
    if (!actor || !policy.enterDashboard(actor)) return Response.json({}, { status: 401 });
    return load({ ...page, actor });
  });
}

/**
 * A loader of the admin area. It runs beside the loader of its parent route, so it needs its own guard.
 * @param refusal makes the answer for a logged-in student
 */
export function adminLoader<T>(
  load: (page: Page & { actor: User }) => Promise<T> | T,
  refusal: () => unknown = adminsOnly,
) {
  return pageLoader((page) => {
    const { actor, policy } = page;
    if (!actor) throw toLogin(page);
    if (actor.mustEnrol) throw toEnrolment(page);
    if (!policy.enterAdmin(actor)) throw refusal();
    return load({ ...page, actor });
  });
}

/**
 * An action in terms of the posted form. Bad input comes back as an `Attempt` with nothing typed lost but
 * passwords and pictures.
 * @param labels of the form's fields
 * @param kept names of fields that come back in the address where a fresh proof is asked for first
 */
export function pageAction<T>(
  act: (page: PostedPage) => Promise<T>,
  labels: (page: Page) => Labels | Promise<Labels> = () => ({}),
  kept: string[] = [],
) {
  /** The labels may need an item that is gone, or that the reader may no longer see. */
  const labelsOf = async (page: Page): Promise<Labels> => {
    try {
      return await labels(page);
    } catch (error) {
      throw asResponse(error, page);
    }
  };
  const answer = async (args: Args, asked: Page): Promise<T | ReturnType<typeof data<Attempt>>> => {
    mayPost(asked);
    const page = { ...asked, form: await postedForm(asked) };
    try {
      return await act(page);
    } catch (error) {
      const known = page.asDomainError(error);
      if (!known) throw error;
      if (known.code === "sign_in_required") throw toLogin(args);
      if (known.code === "step_up_required") throw toConfirm(withKept(page, kept));
      if (known.code === "not_found" || known.code === "forbidden") throw failure(known);
      if (page.isFault(known)) page.report(error);
      if (known.retryAfter !== undefined) page.retryAfter(known.retryAfter);
      const attempt = attemptOf(known, page, await labelsOf(page));
      return data({ ...attempt, file: await uploadedFile(page) }, { status: known.status });
    }
  };
  return async (args: Args) => {
    const page = pageOf(args);
    const answered = await answer(args, page);
    // Loaders and the rendering come next. A redirection has none.
    if (!(answered instanceof Response)) await page.awaitPlace();
    return answered;
  };
}

/** Several times what the fields of a visitor's form may hold; a refused form shows no more of it again. In characters. */
const VISITORS_TEXT = 16_000;
/** Fields without a label that a refused form shows again. */
const CONTROLS = new Set(["act", "from", "goodFaith", "id", "outcome", FILE_FIELD]);

async function postedForm(page: Page): Promise<FormData> {
  try {
    return await page.readForm();
  } catch (error) {
    throw asResponse(error, page);
  }
}

function attemptOf(error: DomainError, { form, messages, actor }: PostedPage, labels: Labels): Attempt {
  const values: Record<string, string> = {};
  let left = actor ? Infinity : VISITORS_TEXT;
  for (const [name, value] of form) {
    const isKnown = Object.hasOwn(labels, name) || Object.hasOwn(messages.labels, name) || CONTROLS.has(name);
    if (!isKnown || typeof value !== "string" || name.startsWith("password")) continue;
    values[name] = value.slice(0, left);
    left -= values[name].length;
  }
  const problems = error.fields ? problemTexts(messages, error.fields, labels) : {};
  return { problems, message: error.fields ? undefined : errorText(messages, error), values };
}

/** The file that a form names by its key, as far as it is there and the reader's. */
export async function uploadedFile(page: PostedPage): Promise<UploadedFile | undefined> {
  const key = textOf(page.form, FILE_FIELD);
  if (key === "") return undefined;
  try {
    return await page.services.files.unused(page.actor, key);
  } catch (error) {
    if (!page.asDomainError(error)) throw error;
    return undefined;
  }
}

function asResponse(error: unknown, page: Page): unknown {
  const known = page.asDomainError(error);
  if (!known) return error;
  if (page.isFault(known)) page.report(error);
  if (known.retryAfter !== undefined) page.retryAfter(known.retryAfter);
  if (known.code === "step_up_required") return toConfirm(page.url);
  return known.code === "sign_in_required" ? toLogin(page) : failure(known);
}

/** The page's address, with fields of the posted form as its query. */
function withKept({ url, form }: PostedPage, names: string[]): URL {
  const address = new URL(url);
  for (const name of names) address.searchParams.set(name, textOf(form, name));
  return address;
}

/** The fields of a form as text; of a name that repeats, the last. */
export function formFields(form: FormData): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === "string") fields[name] = value;
  return fields;
}

/** One field of a form as text; "" where it is not there. */
export function textOf(form: FormData, name: string): string {
  return formFields(form)[name] ?? "";
}

/** @returns the same response, with cookies for the browser */
export function withCookies(response: Response, cookies: string[]): Response {
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}

/** Goes on to another page (POST, redirect, GET). */
export const redirectWithCookies = (to: string, cookies: string[]): Response =>
  withCookies(redirect(to, 303), cookies);

/** Goes on to another page and says there what happened. */
export function redirectWithToast(
  { origin }: Pick<Page, "origin">,
  to: string,
  toast: Toast,
  cookies: string[] = [],
): Response {
  return redirectWithCookies(to, [...cookies, toastCookie(toast, origin.startsWith("https:"))]);
}
