import type { InputHTMLAttributes, ReactNode } from "react";
import { useMessages } from "./messages.ts";

export interface FormFieldProps {
  name: string;
  label: string;
  hint?: string | undefined;
  problem?: string | undefined;
  optional?: boolean;
  /** Whether either this field or another one is required. If so, neither field is marked as optional. */
  isOneOfTwo?: boolean;
  /** A note below the control. */
  note?: ReactNode;
  /** Whether the note has a strip of fixed height, so that the fields below don't move when the note arrives. */
  hasNoteStrip?: boolean;
  /** Receives the attributes that connect the control with its label, hint and problem. */
  children: (control: ControlAttributes) => ReactNode;
}

export interface ControlAttributes {
  id: string;
  name: string;
  required: boolean;
  "aria-invalid"?: true;
  "aria-describedby"?: string;
}

/** A control with its label, hint and problem. */
export function FormField(props: FormFieldProps) {
  const { name, label, hint, problem, optional = false, isOneOfTwo = false, note, children } = props;
  const { hasNoteStrip = false } = props;
  const { form } = useMessages();
  const described = [hint && `${name}-hint`, note && `${name}-note`, problem && `${name}-problem`]
    .filter(Boolean)
    .join(" ");
  return (
    <div className="field">
      <label htmlFor={name}>
        {label} {optional && <span className="optional">{form.optional}</span>}
      </label>
      {hint && (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id: name,
        name,
        required: !optional && !isOneOfTwo,
        ...(problem ? { "aria-invalid": true } : {}),
        ...(described ? { "aria-describedby": described } : {}),
      })}
      {(note || hasNoteStrip) && (
        <div id={`${name}-note`} className={hasNoteStrip ? "note-strip" : undefined}>
          {note}
        </div>
      )}
      {problem && (
        <p className="problem" id={`${name}-problem`}>
          <span aria-hidden="true">✗</span> {problem}
        </p>
      )}
    </div>
  );
}

type TextFieldProps = Omit<FormFieldProps, "children"> & InputHTMLAttributes<HTMLInputElement>;

export function TextField({ name, label, hint, problem, optional, ...input }: TextFieldProps) {
  return (
    <FormField name={name} label={label} hint={hint} problem={problem} {...(optional ? { optional } : {})}>
      {(control) => <input {...control} {...input} />}
    </FormField>
  );
}

/** The result of a failed attempt, for each field. */
interface Attempted {
  problems: Record<string, string>;
  values: Record<string, string>;
}

/**
 * The props of a form's text fields by name: the label and, after a failed attempt, the problem and the typed
 * value.
 */
export function textFields(
  labels: Record<string, string | { label: string }>,
  attempt: Attempted | undefined,
) {
  return (name: string) => {
    const label = labels[name];
    return {
      name,
      label: typeof label === "object" ? label.label : (label ?? name),
      problem: attempt?.problems[name],
      defaultValue: attempt?.values[name],
    };
  };
}
