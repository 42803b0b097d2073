import { type Kind, kindNamed } from "../../../shared/kinds/index.ts";
import type { Toast } from "../../page/context.ts";
import { draftKeyOf } from "../../page/draft-key.ts";
import { formFields } from "../../page/forms.ts";
import type { Page, PostedPage } from "../../page/page.ts";
import { keepChosenFile } from "./chosen-file.ts";

/**
 * Creates an item under the item in the page's address.
 * @param kind the kind of the new item
 * @returns the toast for it
 * @throws DomainError see `resources.create` and `keepChosenFile`
 */
export async function addAnswer(page: PostedPage, kind: Kind): Promise<Toast> {
  const { params, form, services, actor, visit, messages, locale } = page;
  await keepChosenFile(kind, page);
  const parent = kind.parent ? { [kind.parent.idField]: params["id"] } : {};
  await services.resources.create(actor, kind.name, { ...formFields(form), ...parent }, visit.client);
  return {
    title: kind.words[locale].added,
    detail: messages.dashboard.answered,
    sent: answerDraftKey(page, kind),
  };
}

/** The draft key of an answer. The form under the question and the form on a separate page share it. */
export const answerDraftKey = (page: Page, { parent }: Kind): string =>
  draftKeyOf({ ...page, pattern: `${kindNamed(parent?.kind ?? "").pages.details}/:id` });
