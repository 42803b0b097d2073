import { data } from "react-router";
import { FILE_FIELD } from "../../../shared/files.ts";
import { type Kind, kindNamed } from "../../../shared/kinds/index.ts";
import { itemSchema } from "../../../shared/schemas/item.ts";
import { FILE_CONTROL, keepChosenFile } from "../../features/resources/chosen-file.ts";
import { chosenImages } from "../../features/resources/chosen-images.ts";
import { ItemForm } from "../../features/resources/item-form.tsx";
import { Uploader } from "../../features/uploads/uploader.tsx";
import { type Same, SameLinkNotice, SendAnyway } from "../../features/resources/same-link.tsx";
import { draftKeyOf } from "../../draft-key.ts";
import { kindAt } from "../../kind-at.ts";
import { useKindWords } from "../../kind-words.ts";
import { type Attempt, formFields, ownLoader, type Page, pageAction, redirectWithToast } from "../../page.ts";
import type { Route } from "./+types/add.ts";

export const loader = ownLoader(async (page) => {
  const kindName = kindAt(page.pattern).name;
  const suggestions = await page.services.resources.suggestions(kindName);
  return { kindName, suggestions, draft: draftKeyOf(page) };
});

export const action = pageAction(
  async (page) => {
    const { pattern, form, services, actor, visit, locale, messages } = page;
    const kind = kindAt(pattern);
    await keepChosenFile(kind, page);
    const { confirmed, ...fields } = formFields(form);
    const input = { ...fields, ...(await chosenImages(kind, page)) };
    const same = confirmed === "similar" ? undefined : await sameLinkOf(page, kind, input);
    if (same) {
      const attempt: Attempt = { problems: {}, message: messages.sameLink.title, values: fields };
      return data({ ...attempt, same }, { status: 409 });
    }
    await services.resources.create(actor, kind.name, input, visit.client);
    const toast = {
      title: kind.words[locale].added,
      detail: messages.dashboard.sent,
      sent: draftKeyOf(page),
    };
    return redirectWithToast(page, `/dashboard/${kind.pages.mine}`, toast);
  },
  ({ pattern, locale }) => kindAt(pattern).words[locale].fields,
);

/** Where the link is in the archive already. What needs a change anyhow is told first, by `create`. */
async function sameLinkOf(
  { services, actor, present }: Page,
  kind: Kind,
  input: Record<string, string>,
): Promise<Same | undefined> {
  const name = Object.keys(kind.fields).find((field) => kind.fields[field]?.type === "link");
  if (!name || !itemSchema(kind).safeParse(input).success) return undefined;
  const same = await services.resources.sameLink(actor, input[name] ?? "");
  return same && { item: same.row && present(same.row), awaits: same.awaits };
}

/** The form that contributes one item. */
export default function Add({ loaderData, actionData }: Route.ComponentProps) {
  const { kindName, ...form } = loaderData;
  const kind = kindNamed(kindName);
  const words = useKindWords(kind);
  const attempt = actionData as (Attempt & { same?: Same }) | undefined;
  const same = attempt?.same;
  return (
    <ItemForm
      kind={kind}
      title={words.add}
      submit={words.add}
      attempt={attempt}
      otherButton={same && <SendAnyway />}
      uploader={
        <Uploader
          key={kind.name}
          control={FILE_CONTROL}
          problem={attempt?.problems[FILE_FIELD]}
          heldKey={attempt?.values[FILE_FIELD]}
        />
      }
      {...form}
    >
      {same && <SameLinkNotice {...same} />}
    </ItemForm>
  );
}
