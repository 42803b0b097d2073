import { type FormEvent, type ReactNode, useState } from "react";
import { Form, useNavigation } from "react-router";
import { MAX_IMAGE_BYTES } from "../../../shared/kinds/fields.ts";
import type { Kind } from "../../../shared/kinds/index.ts";
import { problemText } from "../../../shared/messages/index.ts";
import type { Item } from "../../context.ts";
import { useKindWords } from "../../kind-words.ts";
import { type Attempt, formFields } from "../../page.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { imageNames } from "./chosen-images.ts";
import { ItemFields } from "./item-fields.tsx";

export interface ItemFormProps {
  kind: Kind;
  title: string;
  submit: string;
  attempt: Attempt | undefined;
  /** What the form corrects; absent where it contributes a new item. */
  item?: Item;
  /** The field for a file, below the others. */
  file?: ReactNode;
  /** Between the heading and the form. */
  children?: ReactNode;
}

/** A page with the form of one item: to contribute it, or to correct it. */
export function ItemForm({ kind, title, submit, attempt: failed, item, file, children }: ItemFormProps) {
  const { tooLarge, refuseTooLarge } = useTooLargeImage(kind);
  const attempt = tooLarge ?? failed;
  const sending = useNavigation().state === "submitting";
  return (
    <>
      <PageTitle title={title} failed={attempt !== undefined} />
      <h1>{title}</h1>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      {children}
      {/* A form of its own for each kind and item, so that nothing typed stays when the page changes. */}
      <Form
        key={item?._id ?? kind.name}
        className="narrow"
        method="post"
        noValidate
        onSubmit={refuseTooLarge}
        encType={
          file || imageNames(kind).length > 0 ? "multipart/form-data" : "application/x-www-form-urlencoded"
        }
      >
        {item && <input type="hidden" name="version" value={item.version} />}
        <ItemFields kind={kind} attempt={attempt} item={item} />
        {file}
        <button disabled={sending}>{submit}</button>
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
