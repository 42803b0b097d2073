import { data } from "react-router";
import type { DomainError } from "../../shared/problems/errors.ts";
import { FILE_FIELD } from "../../shared/files/files.ts";
import type { FieldWords } from "../../shared/kinds/index.ts";
import { errorText, problemTexts } from "../../shared/messages/index.ts";
import type { UploadedFile } from "./context.ts";
import { type Page, type PageArgs, pageOf, type PostedPage } from "./page.ts";
import { type HeldAct, heldParams } from "./held-act.ts";
import { toConfirm, toLogin } from "./redirects.ts";
import { asResponse, failure, mayPost } from "./refusals.ts";

type Labels = Record<string, FieldWords>;

/** The result of a failed attempt: the problems and the typed values. */
export interface Attempt {
  problems: Record<string, string>;
  /** The problem of the whole form, if no field caused it. */
  message: string | undefined;
  values: Record<string, string>;
  /** All values of each field that a form can repeat, such as the ticks of boxes with one name. */
  repeated?: Record<string, string[]> | undefined;
  /** The file that was already uploaded and accepted. */
  file?: UploadedFile | undefined;
}

/**
 * Turns a function of a posted form into an action. After bad input it returns an `Attempt`, with all typed
 * values except passwords and pictures.
 * @param labels the labels of the form's fields
 * @param kept the names of fields to keep in the address if the page first requires a new proof
 * @param heldOf the act of this form, if it runs at once after the new proof
 */
export function pageAction<T>(
  act: (page: PostedPage) => Promise<T>,
  labels: (page: Page) => Labels | Promise<Labels> = () => ({}),
  kept: string[] = [],
  heldOf: (form: FormData) => HeldAct | undefined = () => undefined,
) {
  /** The labels may depend on an item that was removed or hidden. */
  const labelsOf = async (page: Page): Promise<Labels> => {
    try {
      return await labels(page);
    } catch (error) {
      throw asResponse(error, page);
    }
  };
  const answer = async (args: PageArgs, asked: Page): Promise<T | ReturnType<typeof data<Attempt>>> => {
    mayPost(asked);
    const page = { ...asked, form: await postedForm(asked) };
    try {
      return await act(page);
    } catch (error) {
      const known = page.asDomainError(error);
      if (!known) throw error;
      if (known.code === "sign_in_required") throw toLogin(args);
      if (known.code === "step_up_required") {
        const held = heldOf(page.form);
        throw toConfirm(withKept(page, kept), held && heldParams(held, page.form));
      }
      if (known.code === "not_found" || known.code === "forbidden") throw failure(known);
      if (page.isFault(known)) page.logError(error);
      if (known.retryAfter !== undefined) page.retryAfter(known.retryAfter);
      const attempt = attemptOf(known, page, await labelsOf(page));
      return data({ ...attempt, file: await uploadedFile(page) }, { status: known.status });
    }
  };
  return async (args: PageArgs) => {
    const page = pageOf(args);
    const answered = await answer(args, page);
    // After the action, the loaders run and the page is rendered, but not for a redirect.
    if (!(answered instanceof Response)) await page.awaitPermit();
    return answered;
  };
}

/**
 * When a visitor's form is refused, at most this much text is shown again, in characters. The limit is
 * several times the usual amount.
 */
const VISITORS_TEXT = 16_000;
/** Fields without a label that a refused form keeps. */
const CONTROLS = new Set(["act", "from", "goodFaith", "had", "id", "outcome", FILE_FIELD]);

/** Fields that a form can repeat. A refused form keeps all their values. */
const REPEATED = ["lists"];

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
  // Visitors have no form with such fields.
  const names = actor ? REPEATED.filter((name) => form.has(name)) : [];
  const repeated = Object.fromEntries(names.map((name) => [name, allOf(form, name)]));
  const problems = error.fields ? problemTexts(messages, error.fields, labels) : {};
  return { problems, message: error.fields ? undefined : errorText(messages, error, true), values, repeated };
}

/** The uploaded file whose key is in the form, if it exists and belongs to the person. */
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

/** The page's address with fields of the posted form as its query. */
function withKept({ url, form }: PostedPage, names: string[]): URL {
  const address = new URL(url);
  for (const name of names) address.searchParams.set(name, textOf(form, name));
  return address;
}

/** The fields of a form as text. If a name repeats, the last value is used. */
export function formFields(form: FormData): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === "string") fields[name] = value;
  return fields;
}

/** All values of a field of a form. */
export function allOf(form: FormData, name: string): string[] {
  return form.getAll(name).filter((value) => typeof value === "string");
}

/** One field of a form as text; "" if it is missing. */
export function textOf(form: FormData, name: string): string {
  return formFields(form)[name] ?? "";
}
