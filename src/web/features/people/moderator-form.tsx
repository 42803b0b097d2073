import { Form, useNavigation } from "react-router";
import { departmentLabel } from "../../../shared/courses/departments.ts";
import type { Attempt } from "../../page/forms.ts";
import { TextField } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";
import type { ShownArea } from "./areas.tsx";

export interface ModeratorFormProps {
  /** The person's email; "" for a person whom the admin names. */
  email: string;
  /** The areas that the person has. */
  areas: readonly ShownArea[];
  isModerator: boolean;
  /** The number of lines for areas. */
  lines: number;
  /** The names of universities to choose from. */
  universities: readonly string[];
  attempt: Attempt | undefined;
}

/** Makes a person a moderator, or changes the areas. It needs no JavaScript. */
export function ModeratorForm(props: ModeratorFormProps) {
  const { email, areas, isModerator, lines, universities, attempt } = props;
  const { moderators: words } = useMessages();
  const sending = useNavigation().state === "submitting";
  const hasAll = areas.some(({ university, department }) => university === "" && department === "");
  const scope = attempt ? attempt.values["scope"] : hasAll ? "everything" : "areas";
  const scopes = [
    { value: "everything", label: words.everythingLabel, hint: words.everythingHint },
    { value: "areas", label: words.chosen, hint: words.chosenHint },
  ];
  const problem = attempt?.problems["scope"] ?? attempt?.problems["areas"];
  const field = (name: string, stored: string) => ({
    name,
    problem: attempt?.problems[name],
    defaultValue: attempt ? attempt.values[name] : stored,
  });
  return (
    <Form method="post" noValidate className="narrow app-form">
      <TextField {...field("email", email)} label={words.email} type="email" autoComplete="off" />
      <fieldset className="choices" aria-describedby={problem && "scope-problem"}>
        <legend>{words.scope}</legend>
        {scopes.map(({ value, label, hint }, index) => (
          <label key={value}>
            <input
              id={index === 0 ? "scope" : undefined}
              type="radio"
              name="scope"
              value={value}
              required
              defaultChecked={scope === value}
            />
            {label}
            <span className="hint">{hint}</span>
          </label>
        ))}
        {problem && (
          <p className="problem" id="scope-problem">
            <span aria-hidden="true">✗</span> {problem}
          </p>
        )}
      </fieldset>
      <fieldset className="choices" id="areas">
        <legend>{words.chosen}</legend>
        {Array.from({ length: lines }, (_, index) => (
          <div key={index}>
            <TextField
              {...field(`areas.${index}.university`, areas[index]?.university ?? "")}
              label={words.university(index + 1)}
              optional
              list="moderated-universities"
              autoComplete="off"
            />
            <TextField
              {...field(`areas.${index}.department`, departmentLabel(areas[index]?.department ?? ""))}
              label={words.department(index + 1)}
              optional
              autoComplete="off"
            />
          </div>
        ))}
      </fieldset>
      <datalist id="moderated-universities">
        {universities.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <button disabled={sending}>{isModerator ? words.save : words.submit}</button>
    </Form>
  );
}
