import { kindNamed } from "../../../shared/kinds/index.ts";
import { FILE_FIELD, linkName } from "../../../shared/files.ts";
import { chosenFile, FILE_CONTROL } from "../../features/resources/chosen-file.ts";
import { chosenImages } from "../../features/resources/chosen-images.ts";
import { ItemForm } from "../../features/resources/item-form.tsx";
import { Uploader } from "../../features/uploads/uploader.tsx";
import { kindAt } from "../../kind-at.ts";
import { useKindWords } from "../../kind-words.ts";
import { type Attempt, formFields, ownLoader, pageAction, redirectWithToast } from "../../page.ts";
import type { Route } from "./+types/add.ts";

export const loader = ownLoader(({ pattern }) => ({ kindName: kindAt(pattern).name }));

export const action = pageAction(
  async (page) => {
    const { pattern, form, services, actor, visit, locale, messages } = page;
    const kind = kindAt(pattern);
    const input = {
      ...formFields(form),
      ...(await chosenImages(kind, form)),
      ...(await chosenFile(page)),
    };
    await services.resources.create(actor, kind.name, input, visit.client);
    const toast = { title: kind.words[locale].added, detail: messages.dashboard.sent };
    return redirectWithToast(page, `/dashboard/${kind.pages.mine}`, toast);
  },
  ({ pattern, locale }) => kindAt(pattern).words[locale].fields,
);

/** The form that contributes one item. */
export default function Add({ loaderData: { kindName }, actionData }: Route.ComponentProps) {
  const kind = kindNamed(kindName);
  const words = useKindWords(kind);
  const attempt = actionData as Attempt | undefined;
  const file = linkName(kind) && (
    <Uploader
      key={kind.name}
      control={FILE_CONTROL}
      problem={attempt?.problems[FILE_FIELD]}
      heldKey={attempt?.values[FILE_FIELD]}
    />
  );
  return <ItemForm kind={kind} title={words.add} submit={words.add} attempt={attempt} file={file} />;
}
