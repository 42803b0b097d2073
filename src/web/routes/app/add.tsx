import { type FormEvent, useState } from "react";
import { Form, useNavigation } from "react-router";
import { invalid } from "../../../shared/errors.ts";
import { MAX_IMAGE_BYTES } from "../../../shared/kinds/fields.ts";
import { type Kind, kindNamed } from "../../../shared/kinds/index.ts";
import { problemText } from "../../../shared/messages/index.ts";
import { ItemFields } from "../../features/resources/item-fields.tsx";
import { kindAt } from "../../kind-at.ts";
import { useKindWords } from "../../kind-words.ts";
import { type Attempt, formFields, ownLoader, pageAction, redirectWithToast } from "../../page.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import type { Route } from "./+types/add.ts";

export const loader = ownLoader(({ pattern }) => ({ kindName: kindAt(pattern).name }));

export const action = pageAction(
  async (page) => {
    const { pattern, form, services, actor, visit, locale, messages } = page;
    const kind = kindAt(pattern);
    const input = { ...formFields(form), ...(await chosenImages(kind, form)) };
    await services.resources.create(actor, kind.name, input, visit.client);
    const toast = { title: kind.words[locale].added, detail: messages.dashboard.sent };
    return redirectWithToast(page, `/dashboard/${kind.pages.mine}`, toast);
  },
  ({ pattern, locale }) => kindAt(pattern).words[locale].fields,
);

const imageNames = (kind: Kind) =>
  Object.keys(kind.fields).filter((name) => kind.fields[name]?.type === "image");

/** Chosen image files as data URLs, which is what the call of spec §3 takes. */
async function chosenImages(kind: Kind, form: FormData): Promise<Record<string, string>> {
  const images: Record<string, string> = {};
  for (const name of imageNames(kind)) {
    const file = form.get(name);
    if (!(file instanceof File) || file.size === 0) continue;
    if (file.size > MAX_IMAGE_BYTES) throw invalid(name, "imageSize");
    const base64 = Buffer.from(await file.arrayBuffer()).toString("base64");
    images[name] = `data:${file.type};base64,${base64}`;
  }
  return images;
}

/** The form that contributes one item. */
export default function Add({ loaderData: { kindName }, actionData }: Route.ComponentProps) {
  const kind = kindNamed(kindName);
  const words = useKindWords(kind);
  const { tooLarge, refuseTooLarge } = useTooLargeImage(kind);
  const attempt = tooLarge ?? (actionData as Attempt | undefined);
  const sending = useNavigation().state === "submitting";
  return (
    <>
      <PageTitle title={words.add} failed={attempt !== undefined} />
      <h1>{words.add}</h1>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      {/* A form of its own for each kind, so that nothing typed stays when the page changes. */}
      <Form
        key={kindName}
        className="narrow"
        method="post"
        noValidate
        onSubmit={refuseTooLarge}
        encType={imageNames(kind).length > 0 ? "multipart/form-data" : "application/x-www-form-urlencoded"}
      >
        <ItemFields kind={kind} attempt={attempt} />
        <button disabled={sending}>{words.add}</button>
      </Form>
    </>
  );
}

/** Tells of an image that is too large before its bytes are sent and paid for. */
function useTooLargeImage(kind: Kind) {
  const messages = useMessages();
  const { fields } = useKindWords(kind);
  const [tooLarge, setTooLarge] = useState<Attempt>();
  const refuseTooLarge = (event: FormEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    const name = imageNames(kind).find((candidate) => (form.get(candidate) as File).size > MAX_IMAGE_BYTES);
    if (name === undefined) return setTooLarge(undefined);
    event.preventDefault();
    const problem = problemText(messages, fields[name]?.label ?? name, { code: "imageSize" });
    setTooLarge({ problems: { [name]: problem }, message: undefined, values: formFields(form) });
  };
  return { tooLarge, refuseTooLarge };
}
