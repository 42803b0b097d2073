import { maxMegabytes } from "../../../shared/files/file-limits.ts";
import { MAX_PAPER_BYTES, MAX_PICTURE_BYTES } from "../../../shared/files/file-limits.ts";
import { type FormEvent, type ReactNode, type Ref, useState } from "react";
import { Form, useNavigation } from "react-router";
import { FILE_FIELD, imageNames } from "../../../shared/files/files.ts";
import type { Kind } from "../../../shared/kinds/index.ts";
import { problemText } from "../../../shared/messages/index.ts";
import type { Item, Suggestions } from "../../page/context.ts";
import { useKindWords } from "../../items/kind-words.ts";
import { type Attempt, formFields } from "../../page/forms.ts";
import { DraftNote } from "../../ui/draft-note.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { FILE_CONTROL } from "./chosen-file.ts";
import type { FormStart } from "../../page/form-start.ts";
import { ItemFields } from "./item-fields.tsx";
import { useCourseFacts } from "./use-course-facts.ts";

export interface ItemFormProps {
  kind: Kind;
  title: string;
  submit: string;
  attempt: Attempt | undefined;
  /** Values from the archive that the person can choose. */
  suggestions: Suggestions;
  /** The draft key of the form. */
  draft: string;
  /** The edited item; undefined for a new item. */
  item?: Item;
  /** The first values of a new item. */
  start?: FormStart | undefined;
  /** Notes below fields, by field. */
  notes?: Record<string, ReactNode> | undefined;
  formRef?: Ref<HTMLFormElement> | undefined;
  /** See `FileField`. */
  uploader?: ReactNode;
  /** The content between the heading and the form. */
  children?: ReactNode;
  /** The content below the file of a new item. */
  belowFile?: ReactNode;
  /** See `ItemFields`. */
  needsFile?: boolean | undefined;
  /** The content between the fields and the buttons of the form. */
  belowFields?: ReactNode;
  /** Called with the form after each change, and when a field loses focus. */
  onChanged?: (form: HTMLFormElement) => void;
  /** A second button that sends the form. */
  otherButton?: ReactNode;
}

/** The page with the form that adds or edits an item. */
export function ItemForm(props: ItemFormProps) {
  const { kind, title, submit, attempt: failed, item, children, belowFields, onChanged, otherButton } = props;
  const { formRef } = props;
  const { tooLarge, refuseTooLarge } = useTooLargeFile(kind, failed);
  const attempt = tooLarge ?? failed;
  const { form } = useMessages();
  const { fillFacts, filledBy } = useCourseFacts(kind, props.suggestions.courses);
  const sending = useNavigation().state === "submitting";
  return (
    <>
      <PageTitle title={title} failed={attempt !== undefined} />
      <h1>{title}</h1>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      {children}
      {/* With this key, each kind and item gets a new form, so that typed text is not kept when the page
          changes. */}
      <Form
        key={item?._id ?? kind.name}
        ref={formRef}
        className="narrow app-form"
        method="post"
        noValidate
        onSubmit={refuseTooLarge}
        onBlur={(event) => {
          fillFacts(event);
          onChanged?.(event.currentTarget);
        }}
        onInput={(event) => onChanged?.(event.currentTarget)}
        encType="multipart/form-data"
      >
        {item && <input type="hidden" name="version" value={item.version} />}
        <DraftNote draft={props.draft} isRefused={attempt !== undefined} />
        <ItemFields
          kind={kind}
          attempt={attempt}
          item={item}
          start={props.start}
          notes={props.notes}
          suggestions={props.suggestions}
          uploader={props.uploader}
          belowFile={props.belowFile}
          needsFile={props.needsFile}
        />
        {belowFields}
        <p className="visually-hidden" role="status">
          {filledBy && form.filledBy(filledBy)}
        </p>
        <button disabled={sending}>{submit}</button> {otherButton}
      </Form>
    </>
  );
}

/**
 * Reports a file that is too large before the person pays for its upload.
 * @param failed the failed attempt, whose file stays
 */
function useTooLargeFile(kind: Kind, failed: Attempt | undefined) {
  const messages = useMessages();
  const { fields } = useKindWords(kind);
  const [tooLarge, setTooLarge] = useState<Attempt>();
  const refuseTooLarge = (event: FormEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    const sizeOf = (name: string) => (form.get(name) as File | null)?.size ?? 0;
    const image = imageNames(kind).find((name) => sizeOf(name) > MAX_PICTURE_BYTES);
    const name = sizeOf(FILE_CONTROL) > MAX_PAPER_BYTES ? FILE_FIELD : image;
    if (name === undefined) return setTooLarge(undefined);
    event.preventDefault();
    const code = name === FILE_FIELD ? "file_too_large" : "imageSize";
    const param = String(maxMegabytes.picture);
    const problem = problemText(messages, fields[name]?.label ?? name, { code, param });
    const values = formFields(form);
    setTooLarge({ problems: { [name]: problem }, message: undefined, values, file: failed?.file });
  };
  return { tooLarge, refuseTooLarge };
}
