import { useState } from "react";
import { FILE_FIELD, linkName } from "../../../shared/files.ts";
import { type Kind, kindNamed } from "../../../shared/kinds/index.ts";
import { FILE_CONTROL, keepChosenFile } from "../../features/resources/chosen-file.ts";
import { chosenImages } from "../../features/resources/chosen-images.ts";
import { EditProposal } from "../../features/resources/edit-proposal.tsx";
import { ItemForm } from "../../features/resources/item-form.tsx";
import { proposedFacts } from "../../features/resources/proposed-facts.ts";
import { useFormValues } from "../../features/resources/use-form-values.ts";
import { useReading } from "../../features/resources/use-reading.ts";
import { Uploader } from "../../features/uploads/uploader.tsx";
import { fullTitleOf, readingHref } from "../../features/resources/item-names.ts";
import type { Item } from "../../context.ts";
import { draftKeyOf } from "../../draft-key.ts";
import { useKindWords } from "../../kind-words.ts";
import {
  adminLoader,
  type Attempt,
  formFields,
  ownLoader,
  type Page,
  pageAction,
  redirectWithToast,
} from "../../page.ts";
import { revalidateWhenRefused } from "../../revalidate.ts";
import { useMessages } from "../../ui/messages.ts";
import type { Route } from "./+types/edit.ts";

const isAdminsPage = ({ pattern }: { pattern: string }) => pattern.includes("admin-dashboard/");
const idOf = ({ params }: Pick<Page, "params">) => params["id"] as string;

async function load(page: Page) {
  const { services, actor, present } = page;
  const row = await services.resources.editable(actor, idOf(page));
  const item = present(row);
  const suggestions = await services.resources.suggestions(item.kind);
  const read = row.fileKey && item.file ? await services.recognition.proposal(actor, row.fileKey) : undefined;
  const facts = proposedFacts(kindNamed(item.kind), read?.facts ?? {});
  const { isWaiting = false, isPostponed = false } = read ?? {};
  const reading = { facts, isWaiting, isPostponed };
  // Without a script a fact is taken over by a link that loads the form with it.
  const used = (page.url.searchParams.get("use") ?? "").split(",");
  const taken = facts.filter(({ field }) => used.includes(field)).map(({ field, value }) => [field, value]);
  const filled = { ...item, fields: { ...item.fields, ...Object.fromEntries(taken) } };
  const draft = draftKeyOf(page);
  return { item: filled, suggestions, draft, isAdmins: isAdminsPage(page), reading, path: page.url.pathname };
}

const [ownPage, adminPage] = [ownLoader(load), adminLoader(load)];
export const loader = (args: Parameters<typeof ownPage>[0]) =>
  isAdminsPage(args) ? adminPage(args) : ownPage(args);

export const shouldRevalidate = revalidateWhenRefused;

export const action = pageAction(
  async (page) => {
    const { form, services, actor, visit, messages, present } = page;
    const shown = present(await services.resources.editable(actor, idOf(page)));
    const kind = kindNamed(shown.kind);
    await keepChosenFile(kind, page);
    const input = { ...fieldsOf(form, kind, shown), ...(await chosenImages(kind, page)) };
    const item = present(await services.resources.edit(actor, idOf(page), input, visit.client));
    const { saved, savedDetail } = messages.edit;
    const to = isAdminsPage(page)
      ? `/admin-dashboard/${kind.pages.admin}`
      : kind.pages.mine
        ? `/dashboard/${kind.pages.mine}`
        : readingHref(item);
    return redirectWithToast(page, to, {
      title: saved,
      detail: savedDetail(fullTitleOf(item), messages.status[item.status]),
      sent: draftKeyOf(page),
    });
  },
  async (page) => (await kindOf(page)).words[page.locale].fields,
);

async function kindOf(page: Page): Promise<Kind> {
  return kindNamed((await page.services.resources.editable(page.actor, idOf(page))).kind);
}

/** The form's fields. A file takes the place of the link that the form was filled in with. */
function fieldsOf(form: FormData, kind: Kind, shown: Item): Record<string, string> {
  const fields = formFields(form);
  const link = linkName(kind);
  if (link !== undefined && fields[FILE_FIELD] && fields[link] === shown.fields[link]) delete fields[link];
  return fields;
}

/** Corrects an item: the form that contributed it, filled in. */
export default function Edit({ loaderData, actionData }: Route.ComponentProps) {
  const { item, isAdmins, reading, path, ...form } = loaderData;
  const { edit } = useMessages();
  const [fileKey, setFileKey] = useState("");
  const kind = kindNamed(item.kind);
  const words = useKindWords(kind);
  const attempt = actionData as Attempt | undefined;
  const { values, watch } = useFormValues(attempt?.values ?? item.fields);
  const ofNewFile = useReading(kind, fileKey);
  const returnsToQueue = !isAdmins && kind.moderation === "before" && item.status === "Approved";
  return (
    <ItemForm
      kind={kind}
      title={edit.title(words.one)}
      submit={edit.save}
      attempt={attempt}
      item={item}
      onChanged={watch}
      belowFields={
        <EditProposal
          kind={kind}
          path={path}
          values={values}
          reading={fileKey === "" ? reading : ofNewFile}
        />
      }
      uploader={<Uploader key={kind.name} control={FILE_CONTROL} attempt={attempt} onHeld={setFileKey} />}
      {...form}
    >
      {returnsToQueue && <p>{edit.again}</p>}
    </ItemForm>
  );
}
