import { useRef, useState } from "react";
import { data, Link } from "react-router";
import { authorize } from "../../../shared/people/authorize.ts";
import { invalid } from "../../../shared/problems/errors.ts";
import { BETTER_COPY_FIELD, FILE_FIELD } from "../../../shared/files/files.ts";
import type { User } from "../../../shared/people/policy.ts";
import { type Kind, kindNamed } from "../../../shared/kinds/index.ts";
import { isOfExams } from "../../../shared/items/item-title.ts";
import { itemSchema } from "../../../shared/schemas/item.ts";
import { ACT, CONTINUE, FILE_CONTROL, keepChosenFile } from "../../features/form/chosen-file.ts";
import { chosenImages } from "../../features/form/chosen-images.ts";
import { type FormStart, formStart } from "../../page/form-start.ts";
import { ItemForm } from "../../features/form/item-form.tsx";
import {
  BetterCopyField,
  isMonthAsked,
  presentSimilar,
  type Similar,
  SendAnyway,
  SimilarNotice,
} from "../../items/similar.tsx";
import { useFormValues } from "../../features/form/use-form-values.ts";
import { useFieldNotes } from "../../features/proposal/field-notes.tsx";
import {
  isMatching,
  type ProposedDetail,
  proposedDetails,
} from "../../features/proposal/proposed-details.ts";
import { useFillFromFile } from "../../features/proposal/use-fill-from-file.ts";
import { useReading } from "../../features/proposal/use-reading.ts";
import { SimilarStrip } from "../../features/duplicates/similar-strip.tsx";
import { useSimilar } from "../../features/duplicates/use-similar.ts";
import { Uploader } from "../../features/uploads/uploader.tsx";
import { draftKeyOf } from "../../page/draft-key.ts";
import { kindAt } from "../../addresses/kind-at.ts";
import { useKindWords } from "../../items/kind-words.ts";
import { type Attempt, formFields, pageAction, textOf, uploadedFile } from "../../page/forms.ts";
import { ownLoader } from "../../page/loaders.ts";
import type { Page, PostedPage } from "../../page/page.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { useMessages } from "../../ui/messages.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import type { Route } from "./+types/add.ts";

export const loader = ownLoader(async (page) => {
  const kindName = kindAt(page.pattern).name;
  const [suggestions, start] = await Promise.all([
    page.services.resources.suggestions(kindName),
    formStart(kindNamed(kindName), page),
  ]);
  return { kindName, suggestions, start, draft: draftOf(page) };
});

/** A form with details in its address, such as those of a missing paper, has a draft of its own. */
const draftOf = ({ actor, pattern, url, params }: Page): string =>
  draftKeyOf({ actor, pattern: pattern + url.search, params });

export const action = pageAction(
  async (page) => {
    const { pattern, form, services, actor, visit, locale, messages } = page;
    const kind = kindAt(pattern);
    await keepChosenFile(kind, page);
    if (textOf(form, ACT) === CONTINUE)
      return await startFromFile({ ...page, actor: authorize(actor, "contribute") }, kind);
    const { confirmed, ...fields } = formFields(form);
    const input = { ...fields, ...(await chosenImages(kind, page)) };
    const isConfirmed = confirmed === "similar" || Boolean(fields[BETTER_COPY_FIELD]);
    const similar = isConfirmed ? undefined : await similarTo(page, kind, input);
    if (similar) {
      const file = await uploadedFile(page);
      const attempt: Attempt = { problems: {}, message: messages.similar.title, values: fields, file };
      return data({ ...attempt, similar }, { status: 409 });
    }
    const id = await services.resources.create(actor, kind.name, input, visit.client);
    const { status } = await services.resources.get(actor, kind.name, id);
    const toast = {
      title: kind.words[locale].added,
      detail: status === "Approved" ? messages.dashboard.published : messages.dashboard.sent,
      sent: draftOf(page),
    };
    return redirectWithToast(page, `/dashboard/${kind.pages.mine}`, toast);
  },
  ({ pattern, locale }) => kindAt(pattern).words[locale].fields,
);

/**
 * The form with the details of its file, for a browser without JavaScript. Typed text stays.
 * @throws DomainError invalid_input at `file` without a file
 */
async function startFromFile(page: PostedPage & { actor: User }, kind: Kind): Promise<FileStart> {
  const { services, actor, form } = page;
  const file = await uploadedFile(page);
  if (!file) throw invalid(FILE_FIELD, "required");
  const typed = formFields(form);
  const [start, { facts, isWaiting }] = await Promise.all([
    formStart(kind, page),
    services.recognition.firstProposal(actor, file.key),
  ]);
  const exams = await services.piles.examsIn(actor, file.key);
  const read = proposedDetails(kind, facts, file.key);
  const isUntouched = (field: string) => !typed[field] || typed[field] === start.values[field];
  const filled = read.filter(({ field }) => isUntouched(field)).map(({ field, value }) => [field, value]);
  const values = { ...typed, ...Object.fromEntries(filled) };
  return { start: { values, origins: start.origins, file }, facts: read, isWaiting, exams };
}

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
  const { kindName, start: first, ...form } = loaded;
  const kind = kindNamed(kindName);
  const words = useKindWords(kind);
  const { proposal } = useMessages();
  const answer = (sent ?? {}) as Partial<FileStart> & Partial<Attempt & { similar: Similar }>;
  const attempt = answer.problems ? (answer as Attempt) : undefined;
  const start = answer.start ?? first;
  const duplicates = answer.similar;
  const [fileKey, setFileKey] = useState("");
  const element = useRef<HTMLFormElement>(null);
  const { values, watch } = useFormValues(attempt?.values ?? start.values);
  const reading = useReading(kind, fileKey);
  const facts = answer.facts && fileKey === "" ? answer.facts : reading.facts;
  const use = useFillFromFile(element, reading.facts, start);
  const count = facts.filter((fact) => isMatching(kind, fact, values[fact.field])).length;
  const notes = useFieldNotes({ kind, start, facts, values, use: useHydrated() ? use : undefined });
  const similar = useSimilar(kind, values, fileKey);
  const asksMonth = isMonthAsked(kind, values, duplicates ?? similar);
  const isWaiting = reading.isWaiting || answer.isWaiting;
  const exams = isOfExams(kind.name) ? (fileKey === "" ? (answer.exams ?? 1) : reading.exams) : 1;
  return (
    <ItemForm
      kind={kind}
      title={words.add}
      submit={words.add}
      attempt={attempt}
      start={start}
      notes={asksMonth ? { ...notes, heldIn: <MonthNote /> } : notes}
      formRef={element}
      onChanged={watch}
      belowFile={
        <p className="hint file-or-link-reading" role="status">
          {exams > 1 && (
            <>
              {proposal.exams(exams)} <Link to="/dashboard/contribute">{proposal.split}</Link>
            </>
          )}
          {exams === 1 && count > 0 && proposal.filledIn(count)}
          {exams === 1 && count === 0 && isWaiting && proposal.reading}
          {reading.isPostponed && proposal.postponed}
        </p>
      }
      belowFields={
        duplicates ? (
          <BetterCopyField kind={kind} items={duplicates.items} attempt={attempt} />
        ) : (
          <SimilarStrip kind={kind} similar={similar} asksMonth={asksMonth} attempt={attempt} />
        )
      }
      otherButton={duplicates && <SendAnyway />}
      uploader={
        <Uploader
          key={kind.name}
          control={FILE_CONTROL}
          attempt={
            attempt ?? (answer.start && { problems: {}, message: undefined, values: answer.start.values })
          }
          onHeld={setFileKey}
        />
      }
      {...form}
    >
      {duplicates && <SimilarNotice {...duplicates} asksMonth={asksMonth} />}
    </ItemForm>
  );
}

/** The answer to a form that was sent with only its file. */
interface FileStart {
  start: FormStart;
  facts: ProposedDetail[];
  /** Whether the server still reads the file. */
  isWaiting: boolean;
  /** How many exams the file seems to contain. */
  exams: number;
}

/** Asks for the month at its field, when the archive has another paper of this exam and year. */
function MonthNote() {
  const { similar } = useMessages();
  return (
    <p className="proposal-note">
      <strong>{similar.askMonth}</strong> {similar.monthNote}
    </p>
  );
}
