import { DomainError } from "../../../shared/problems/errors.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { addAnswer, answerDraftKey } from "../../features/form/add-answer.ts";
import { FILE_CONTROL } from "../../features/form/chosen-file.ts";
import { ItemForm } from "../../features/form/item-form.tsx";
import { detailsHref, fullTitleOf, langOf } from "../../items/item-names.ts";
import { Uploader } from "../../features/uploads/uploader.tsx";
import { kindAt } from "../../addresses/kind-at.ts";
import { useKindWords } from "../../items/kind-words.ts";
import { type Attempt, pageAction } from "../../page/forms.ts";
import { ownLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import type { Route } from "./+types/add-answer.ts";

export const loader = ownLoader(async (page) => {
  const { services, actor, params, present } = page;
  const kind = kindAt(page.pattern);
  const row = await services.resources.get(actor, kind.parent?.kind ?? "", params["id"] as string);
  if (row.status !== "Approved") throw new DomainError("not_found");
  const item = present(row);
  return {
    kindName: kind.name,
    title: fullTitleOf(item),
    href: detailsHref(item),
    draft: answerDraftKey(page, kind),
  };
});

export const action = pageAction(
  async (page) => {
    const kind = kindAt(page.pattern);
    const toast = await addAnswer(page, kind);
    const { details } = kindNamed(kind.parent?.kind ?? "").pages;
    return redirectWithToast(page, `${details}/${page.params["id"]}#answers`, toast);
  },
  ({ pattern, locale }) => kindAt(pattern).words[locale].fields,
);

/** The form for an answer. Photos become one PDF, which is uploaded in parts. */
export default function AddAnswer({ loaderData, actionData }: Route.ComponentProps) {
  const { kindName, title, href, draft } = loaderData;
  const kind = kindNamed(kindName);
  const words = useKindWords(kind);
  const attempt = actionData as Attempt | undefined;
  return (
    <ItemForm
      kind={kind}
      title={words.add}
      submit={words.add}
      attempt={attempt}
      suggestions={{}}
      draft={draft}
      uploader={<Uploader control={FILE_CONTROL} attempt={attempt} />}
    >
      <p>
        <a href={href} lang={langOf(title)}>
          {title}
        </a>
      </p>
    </ItemForm>
  );
}
