import { Form, useNavigation } from "react-router";
import { invalid } from "../../../shared/errors.ts";
import { type Kind, standaloneKinds } from "../../../shared/kinds/index.ts";
import { messagesIn } from "../../../shared/messages/index.ts";
import { ItemFields } from "../../features/resources/item-fields.tsx";
import { type Attempt, formFields, pageAction, pageLoader, redirectWithToast } from "../../page.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import type { Route } from "./+types/add.ts";

/** Product.md: 2 MB, in bytes. Larger files are refused before they become text. */
const MAX_IMAGE_BYTES = 2 * 1024 * 1024;

function kindAt(path: string) {
  const kind = standaloneKinds.find(({ pages }) => path === `/dashboard/${pages.add}`);
  if (!kind) throw new Error(`No form at ${path}`);
  return kind;
}

export const loader = pageLoader(({ url }) => ({ path: url.pathname }));

export const action = pageAction(
  async ({ origin, url, form, services, actor }) => {
    const kind = kindAt(url.pathname);
    await services.resources.create(actor, kind.name, {
      ...formFields(form),
      ...(await chosenImages(kind, form)),
    });
    const { dashboard } = messagesIn("en");
    return redirectWithToast({ origin }, `/dashboard/${kind.pages.mine}`, {
      title: kind.words.en.added,
      detail: dashboard.sent,
    });
  },
  (url) => kindAt(url.pathname).words.en.fields,
);

/** Chosen image files as data URLs, which is what the call of spec §3 takes. */
async function chosenImages(kind: Kind, form: FormData): Promise<Record<string, string>> {
  const images: Record<string, string> = {};
  for (const [name, field] of Object.entries(kind.fields)) {
    const file = form.get(name);
    if (field.type !== "image" || !(file instanceof File) || file.size === 0) continue;
    if (file.size > MAX_IMAGE_BYTES) throw invalid(name, "imageSize");
    const base64 = Buffer.from(await file.arrayBuffer()).toString("base64");
    images[name] = `data:${file.type};base64,${base64}`;
  }
  return images;
}

/** The form that contributes one item. */
export default function Add({ loaderData: { path }, actionData }: Route.ComponentProps) {
  const kind = kindAt(path);
  const attempt = actionData as Attempt | undefined;
  const sending = useNavigation().state === "submitting";
  const hasFile = Object.values(kind.fields).some((field) => field.type === "image");
  return (
    <>
      <PageTitle title={kind.words.en.add} failed={attempt !== undefined} />
      <h1>{kind.words.en.add}</h1>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      {/* A form of its own for each kind, so that nothing typed stays when the page changes. */}
      <Form
        key={path}
        className="narrow"
        method="post"
        noValidate
        encType={hasFile ? "multipart/form-data" : "application/x-www-form-urlencoded"}
      >
        <ItemFields kind={kind} attempt={attempt} />
        <button disabled={sending}>{kind.words.en.add}</button>
      </Form>
    </>
  );
}
