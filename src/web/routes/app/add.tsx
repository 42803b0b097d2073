import { useState } from "react";
import { data } from "react-router";
import { type Kind, kindNamed } from "../../../shared/kinds/index.ts";
import { itemSchema } from "../../../shared/schemas/item.ts";
import { FILE_CONTROL, keepChosenFile } from "../../features/form/chosen-file.ts";
import { chosenImages } from "../../features/form/chosen-images.ts";
import { ItemForm } from "../../features/form/item-form.tsx";
import {
  presentSimilar,
  type Similar,
  SendAnyway,
  SimilarNotice,
} from "../../features/duplicates/similar.tsx";
import { useFormValues } from "../../features/form/use-form-values.ts";
import { LiveProposal } from "../../features/proposal/live-proposal.tsx";
import { useReading } from "../../features/proposal/use-reading.ts";
import { useSimilar } from "../../features/duplicates/use-similar.ts";
import { Uploader } from "../../features/uploads/uploader.tsx";
import { draftKeyOf } from "../../page/draft-key.ts";
import { kindAt } from "../../addresses/kind-at.ts";
import { useKindWords } from "../../items/kind-words.ts";
import { type Attempt, formFields, uploadedFile, pageAction } from "../../page/forms.ts";
import { ownLoader } from "../../page/loaders.ts";
import type { Page } from "../../page/page.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { useMessages } from "../../ui/messages.ts";
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
    const similar = confirmed === "similar" ? undefined : await similarTo(page, kind, input);
    if (similar) {
      const file = await uploadedFile(page);
      const attempt: Attempt = { problems: {}, message: messages.similar.title, values: fields, file };
      return data({ ...attempt, similar }, { status: 409 });
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

/**
 * Looks for possible duplicates, unless the form has problems, because `create` reports the problems first.
 */
async function similarTo(
  { services, actor, present }: Page,
  kind: Kind,
  input: Record<string, string>,
): Promise<Similar | undefined> {
  if (!itemSchema(kind).safeParse(input).success) return undefined;
  return presentSimilar(await services.duplicates.find(actor, kind.name, input), present);
}

/** The form for a new item. */
export default function Add({ loaderData, actionData }: Route.ComponentProps) {
  // With this key, each kind gets a new form with new state.
  return <AddForm key={loaderData.kindName} loaded={loaderData} sent={actionData} />;
}

interface AddFormProps {
  loaded: Route.ComponentProps["loaderData"];
  sent: Route.ComponentProps["actionData"];
}

function AddForm({ loaded, sent }: AddFormProps) {
  const { kindName, ...form } = loaded;
  const kind = kindNamed(kindName);
  const words = useKindWords(kind);
  const { proposal } = useMessages();
  const attempt = sent as (Attempt & { similar?: Similar }) | undefined;
  const told = attempt?.similar;
  const [fileKey, setFileKey] = useState("");
  const { values, watch } = useFormValues(attempt?.values ?? {});
  const reading = useReading(kind, fileKey);
  const similar = useSimilar(kind, values, fileKey);
  return (
    <ItemForm
      kind={kind}
      title={words.add}
      submit={words.add}
      attempt={attempt}
      onChanged={watch}
      belowFields={
        <>
          <LiveProposal kind={kind} title={proposal.title} reading={reading} values={values} />
          <LiveSimilar similar={told ? undefined : similar} />
        </>
      }
      otherButton={(told ?? similar) && <SendAnyway />}
      uploader={<Uploader key={kind.name} control={FILE_CONTROL} attempt={attempt} onHeld={setFileKey} />}
      {...form}
    >
      {told && <SimilarNotice {...told} />}
    </ItemForm>
  );
}

/** Shows possible duplicates while the person fills in the form. */
function LiveSimilar({ similar }: { similar: Similar | undefined }) {
  const { similar: words } = useMessages();
  return (
    <div role="status">
      {similar && (
        <section className="proposal">
          <h2>{words.title}</h2>
          <SimilarNotice {...similar} />
        </section>
      )}
    </div>
  );
}
