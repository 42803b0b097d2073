import { Form } from "react-router";
import type { Attempt } from "../../page/forms.ts";

export interface NoteFormProps {
  /** The id of the input, so that an error summary can link to it. */
  id: string;
  label: string;
  /** The name of the input in the form. */
  name: string;
  max: number;
  /** The text that is in the field at first. */
  initial?: string;
  /** The last attempt with this form, if it failed. */
  attempt: Attempt | undefined;
  button: string;
  /** The title of the item or claim. */
  about: string;
  /** Whether the decision removes an item. */
  isDanger?: boolean;
  /** Hidden values that the form sends. */
  fields: Record<string, string | number>;
}

/** A form for a decision with a note. The form is closed at first, so that many forms fit on one page. */
export function NoteForm(props: NoteFormProps) {
  const { id, label, name, max, initial = "", attempt, button, about, isDanger = false, fields } = props;
  const look = isDanger ? "danger quiet" : "quiet";
  const problem = attempt?.problems[name];
  const title = <span className="visually-hidden">: {about}</span>;
  return (
    <details className="admin-drop" open={attempt !== undefined}>
      <summary className={`button ${look}`}>
        {button}
        {title}
      </summary>
      <Form method="post" preventScrollReset noValidate>
        {Object.entries(fields).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
        <label htmlFor={id}>
          {label}
          {title}
        </label>
        <input
          id={id}
          name={name}
          maxLength={max}
          required
          autoComplete="off"
          defaultValue={attempt?.values[name] ?? initial}
          {...(problem ? { "aria-invalid": true, "aria-describedby": `${id}-problem` } : {})}
        />
        {problem && (
          <p className="problem" id={`${id}-problem`}>
            <span aria-hidden="true">✗</span> {problem}
          </p>
        )}
        <button className={look}>
          {button}
          {title}
        </button>
      </Form>
    </details>
  );
}
