import type { ContactField } from "../../page/context.ts";
import type { Attempt } from "../../page/forms.ts";
import { TextField } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";

/** The name of the checkbox that hides a detail. */
export const hideName = (name: string): string => `hide-${name}`;

const types: Partial<Record<string, string>> = {
  phone: "tel",
  email: "email",
  facebook: "url",
  youtube: "url",
  linkedin: "url",
};

/**
 * A contact detail: its text, its default, and a checkbox that hides it. If the form is refused, the typed
 * text stays in the field.
 */
export function ContactDetailField({
  field,
  attempt,
}: {
  field: ContactField;
  attempt: Attempt | undefined;
}) {
  const { contactDetails: words } = useMessages();
  const { name } = field;
  const { label } = words.fields[name];
  const typed = attempt?.values[name] ?? field.value;
  const isHidden = attempt ? attempt.values[hideName(name)] !== undefined : field.isHidden;
  const hint = field.default ? words.default(field.default) : words.noDefault;
  // An error for the whole form means that another admin saved the form in between.
  const isOther = attempt?.message !== undefined && (typed !== field.value || isHidden !== field.isHidden);
  const shown = field.value ? words.savedNow(field.value) : words.savedEmpty;
  const saved = field.isHidden ? words.savedHidden : shown;
  return (
    <div className="contact-detail">
      <TextField
        name={name}
        label={label}
        hint={isOther ? `${saved}. ${hint}` : hint}
        problem={attempt?.problems[name]}
        defaultValue={typed}
        type={types[name] ?? "text"}
        optional
        maxLength={300}
        autoComplete="off"
      />
      <label className="check">
        <input type="checkbox" name={hideName(name)} value="yes" defaultChecked={isHidden} />
        <span aria-hidden="true">{words.hide}</span>
        <span className="visually-hidden">{words.hideOf(label)}</span>
      </label>
    </div>
  );
}
