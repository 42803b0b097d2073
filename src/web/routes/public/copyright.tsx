import { parseItemAddress } from "../../../shared/items/item-address.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { type Attempt, formFields, pageAction } from "../../page/forms.ts";
import { pageLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { FormField, TextField, textFields } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";
import { SheetPage } from "../../ui/sheet.tsx";
import type { Route } from "./+types/copyright.ts";

export const handle = { shortFooter: true };

export const loader = pageLoader(({ url, origin }) => {
  // The address is parsed and rebuilt, so that the form only shows an address of this site.
  const place = parseItemAddress(url.searchParams.get("item") ?? "");
  return { item: place && `${origin}${kindNamed(place.kind).pages.details}/${place.id}` };
});

export const action = pageAction(
  async (page) => {
    await page.services.takedowns.claim(formFields(page.form), page.visit.client);
    const { copyright } = page.messages;
    return redirectWithToast(page, "/copyright", { title: copyright.sent, detail: copyright.sentDetail });
  },
  ({ messages }) => messages.copyright.fields,
);

/** The form for a copyright claim on an item. */
export default function Copyright({ loaderData, actionData }: Route.ComponentProps) {
  const { copyright } = useMessages();
  const attempt = actionData as Attempt | undefined;
  const field = textFields(copyright.fields, attempt);
  const { defaultValue: typedItem, ...item } = field("item");
  const { defaultValue: typedWork, ...work } = field("work");
  return (
    <SheetPage title={copyright.title} failed={attempt !== undefined}>
      <p>{copyright.intro}</p>
      <p>{copyright.other}</p>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      <form method="post" action="/copyright" noValidate>
        <TextField {...item} hint={copyright.itemHint} defaultValue={typedItem ?? loaderData.item} />
        <TextField {...field("name")} autoComplete="name" />
        <TextField {...field("email")} type="email" autoComplete="email" />
        <FormField {...work} hint={copyright.workHint}>
          {(control) => <textarea {...control} defaultValue={typedWork} />}
        </FormField>
        <GoodFaith attempt={attempt} />
        <TextField {...field("signature")} hint={copyright.signatureHint} autoComplete="off" />
        <p>{copyright.published}</p>
        <button>{copyright.send}</button>
      </form>
    </SheetPage>
  );
}

function GoodFaith({ attempt }: { attempt: Attempt | undefined }) {
  const { copyright } = useMessages();
  const problem = attempt?.problems["goodFaith"];
  return (
    <div className="field">
      <label className="check">
        <input
          type="checkbox"
          id="goodFaith"
          name="goodFaith"
          value="yes"
          required
          defaultChecked={attempt?.values["goodFaith"] === "yes"}
          {...(problem ? { "aria-invalid": true, "aria-describedby": "goodFaith-problem" } : {})}
        />
        <span>{copyright.fields.goodFaith.label}</span>
      </label>
      {problem && (
        <p className="problem" id="goodFaith-problem">
          <span aria-hidden="true">✗</span> {problem}
        </p>
      )}
    </div>
  );
}
