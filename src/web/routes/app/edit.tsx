import { useState } from "react";
import { Form } from "react-router";
import { FILE_FIELD, linkName } from "../../../shared/files/files.ts";
import { type Kind, kindNamed } from "../../../shared/kinds/index.ts";
import { FILE_CONTROL, keepChosenFile } from "../../features/form/chosen-file.ts";
import { chosenImages } from "../../features/form/chosen-images.ts";
import { EditProposal } from "../../features/proposal/edit-proposal.tsx";
import { ItemForm } from "../../features/form/item-form.tsx";
import { proposedDetails } from "../../features/proposal/proposed-details.ts";
import { ChangeLink } from "../../items/status-note.tsx";
import { useFormValues } from "../../features/form/use-form-values.ts";
import { useReading } from "../../features/proposal/use-reading.ts";
import { Uploader } from "../../features/uploads/uploader.tsx";
import { detailsHref, fullTitleOf, langOf, readingHref } from "../../items/item-names.ts";
import type { Item } from "../../page/context.ts";
import { draftKeyOf } from "../../page/draft-key.ts";
import { useKindWords } from "../../items/kind-words.ts";
import { type Attempt, formFields, pageAction, textOf } from "../../page/forms.ts";
import { adminLoader, ownLoader } from "../../page/loaders.ts";
import type { Page, PostedPage } from "../../page/page.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { revalidateWhenRefused } from "../../page/revalidate.ts";
import { useMessages } from "../../ui/messages.ts";
import { Refusal } from "../../ui/refusal.tsx";
import type { Route } from "./+types/edit.ts";

const isAdminsPage = ({ pattern }: { pattern: string }) => pattern.includes("admin-dashboard/");
const idOf = ({ params }: Pick<Page, "params">) => params["id"] as string;

/** The version that the form shows first: the item, or the contributor's waiting change. */
async function shownTo(page: Page) {
  const { services, actor, policy } = page;
  const row = await services.resources.editable(actor, idOf(page));
  // A person who decides on the item always edits the item itself, not the waiting change.
  const isModerator = policy.decide(actor, row);
  const open = isModerator ? undefined : await services.changes.find(actor, row.id);
  return { row: open?.change?.changed ?? row, change: open?.change, isModerator };
}

async function load(page: Page) {
  const { services, actor, present } = page;
  const { row, change, isModerator } = await shownTo(page);
  const item = present(row);
  const [suggestions, needsFile] = await Promise.all([
    services.resources.suggestions(item.kind),
    services.resources.needsFile(actor, idOf(page)),
  ]);
  const read = row.fileKey && item.file ? await services.recognition.proposal(actor, row.fileKey) : undefined;
  const facts = proposedDetails(kindNamed(item.kind), read?.facts ?? {}, row.fileKey ?? "");
  const { isWaiting = false, isPostponed = false } = read ?? {};
  const reading = { facts, isWaiting, isPostponed };
  // Without JavaScript, a link reloads the form with the detail filled in.
  const used = (page.url.searchParams.get("use") ?? "").split(",");
  const taken = facts.filter(({ field }) => used.includes(field)).map(({ field, value }) => [field, value]);
  const filled = { ...item, fields: { ...item.fields, ...Object.fromEntries(taken) } };
  return {
    item: filled,
    change: change && { id: change.id, isStale: change.baseVersion !== row.version },
    suggestions,
    draft: draftKeyOf(page),
    isModerator,
    needsFile,
    reading,
    path: page.url.pathname,
  };
}

const [ownPage, adminPage] = [ownLoader(load), adminLoader(load)];
export const loader = (args: Parameters<typeof ownPage>[0]) =>
  isAdminsPage(args) ? adminPage(args) : ownPage(args);

export const shouldRevalidate = revalidateWhenRefused;

export const action = pageAction(
  async (page) => {
    const { form, services, actor, visit, messages, present } = page;
    if (textOf(form, "act") === "withdraw") return withdraw(page);
    const { row, isModerator } = await shownTo(page);
    const shown = present(row);
    const kind = kindNamed(shown.kind);
    await keepChosenFile(kind, page);
    const input = { ...fieldsOf(form, kind, shown), ...(await chosenImages(kind, page)) };
    const item = present(await services.resources.edit(actor, idOf(page), input, visit.client));
    const title = fullTitleOf(item);
    const { edit, changes, status } = messages;
    const words = !mayWait(item, isModerator)
      ? { title: edit.saved, detail: edit.savedDetail(title, status[item.status]) }
      : item.hasChange
        ? { title: edit.saved, detail: changes.savedDetail(title) }
        : { title: changes.goneTitle, detail: changes.sameDetail(title) };
    return redirectWithToast(page, listOf(page, item), { ...words, sent: draftKeyOf(page) });
  },
  async (page) => (await kindOf(page)).words[page.locale].fields,
);

/** Withdraws the contributor's waiting change. */
async function withdraw(page: PostedPage) {
  const { form, services, actor, messages, present } = page;
  const input = { id: idOf(page), change: textOf(form, "change") };
  const { item, modified } = await services.changes.withdraw(actor, input);
  const { withdrawn, withdrawnDetail, goneTitle, goneDetail } = messages.changes;
  const shown = present(item);
  const [title, detail] = modified ? [withdrawn, withdrawnDetail] : [goneTitle, goneDetail];
  const sent = modified ? draftKeyOf(page) : undefined;
  const toast = { title, detail: detail(fullTitleOf(shown)), sent };
  return redirectWithToast(page, listOf(page, shown), toast);
}

/** Whether an edit of this item must wait for an admin. */
const mayWait = ({ kind, status }: Item, isModerator: boolean): boolean =>
  !isModerator && kindNamed(kind).moderation === "before" && status === "Approved";

/** The list where the person who edits can find the item. */
function listOf(page: Page, item: Item): string {
  const { pages } = kindNamed(item.kind);
  if (isAdminsPage(page)) return `/admin-dashboard/${pages.admin}`;
  return pages.mine ? `/dashboard/${pages.mine}` : readingHref(item);
}

async function kindOf(page: Page): Promise<Kind> {
  return kindNamed((await page.services.resources.editable(page.actor, idOf(page))).kind);
}

/** The fields of the form. A file replaces the link. */
function fieldsOf(form: FormData, kind: Kind, shown: Item): Record<string, string> {
  const fields = formFields(form);
  const link = linkName(kind);
  if (link !== undefined && fields[FILE_FIELD] && fields[link] === shown.fields[link]) delete fields[link];
  return fields;
}

/** The form that edits an item, with its values filled in. */
export default function Edit({ loaderData, actionData }: Route.ComponentProps) {
  const { item, change, isModerator, reading, path, ...form } = loaderData;
  const { edit, changes, removal } = useMessages();
  const [fileKey, setFileKey] = useState("");
  const kind = kindNamed(item.kind);
  const words = useKindWords(kind);
  const refused = actionData as Attempt | undefined;
  // The failed attempt to withdraw a change has no fields, so the edit form keeps its values.
  const attempt = refused?.values["act"] === "withdraw" ? undefined : refused;
  const { values, watch } = useFormValues(attempt?.values ?? item.fields);
  const ofNewFile = useReading(kind, fileKey);
  return (
    <ItemForm
      kind={kind}
      title={edit.title(words.one)}
      submit={item.mayBeSentAgain ? edit.sendAgain : edit.save}
      attempt={attempt}
      item={item}
      onChanged={watch}
      belowFields={
        <>
          <input type="hidden" name="change" value={change?.id ?? ""} />
          <EditProposal
            kind={kind}
            path={path}
            values={values}
            reading={fileKey === "" ? reading : ofNewFile}
          />
        </>
      }
      uploader={<Uploader key={kind.name} control={FILE_CONTROL} attempt={attempt} onHeld={setFileKey} />}
      {...form}
    >
      {refused !== attempt && <Refusal attempt={refused} />}
      {mayWait(item, isModerator) && !change && (
        <p>
          {edit.waits} <a href={detailsHref(item)}>{changes.seeApproved}</a>
        </p>
      )}
      {item.mayBeSentAgain && (
        <div className="change-notice">
          <p>{form.needsFile ? edit.returnedForFile : edit.returned}</p>
          {item.reason && <p lang={langOf(item.reason)}>{removal.reason(item.reason)}</p>}
        </div>
      )}
      {change && <WaitingNote item={item} change={change} />}
      {isModerator && item.hasChange && (
        <p className="change-notice">
          {changes.adminsEdit} <ChangeLink item={item} />
        </p>
      )}
    </ItemForm>
  );
}

/** Says that the form shows a waiting change. A button withdraws the change. */
function WaitingNote({ item, change }: { item: Item; change: { id: string; isStale: boolean } }) {
  const { changes } = useMessages();
  return (
    <div className="change-notice">
      <p>{changes.yours}</p>
      {change.isStale && <p>{changes.itemMoved}</p>}
      <Form className="item-actions" method="post" preventScrollReset>
        <input type="hidden" name="change" value={change.id} />
        <a href={detailsHref(item)}>{changes.seeApproved}</a>
        <button className="danger quiet" name="act" value="withdraw">
          {changes.withdraw}
        </button>
      </Form>
    </div>
  );
}
