import { departmentLabel, knownDepartments } from "../../../shared/departments.ts";
import type { Field, Kind } from "../../../shared/kinds/index.ts";
import { useKindWords } from "../../kind-words.ts";
import type { Item } from "../../context.ts";
import type { Attempt } from "../../page.ts";
import { type ControlAttributes, FormField } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";
import { YearPicker } from "../../ui/year-picker.tsx";

export interface ItemFieldsProps {
  kind: Kind;
  attempt: Attempt | undefined;
  /** What the form corrects: its fields are filled in, and it keeps its image where no other is chosen. */
  item?: Item | undefined;
}

/** A form's controls for every field of a kind, in the order of its declaration. */
export function ItemFields({ kind, attempt, item }: ItemFieldsProps) {
  const { fields } = useKindWords(kind);
  const { edit } = useMessages();
  const values = attempt?.values ?? item?.fields;
  return Object.entries(kind.fields).map(([name, field]) => {
    const words = fields[name];
    const isKept = item !== undefined && field.type === "image";
    return (
      <FormField
        key={name}
        name={name}
        label={words?.label ?? name}
        hint={isKept ? edit.keepsImage : words?.hint}
        problem={attempt?.problems[name]}
        optional={isKept || !field.required}
      >
        {(control) => (
          <Control
            field={field}
            control={control}
            label={words?.label ?? name}
            value={values?.[name] ?? ""}
            options={words?.options}
          />
        )}
      </FormField>
    );
  });
}

interface ControlProps {
  field: Field;
  control: ControlAttributes;
  label: string;
  value: string;
  options: Record<string, string> | undefined;
}

function Control({ field, control, label, value, options }: ControlProps) {
  const { form } = useMessages();
  switch (field.type) {
    case "longText":
      return <textarea {...control} defaultValue={value} maxLength={field.max} />;
    case "choice":
      return (
        <select {...control} defaultValue={value}>
          <option value="">{form.choose}</option>
          {field.options?.map((option) => (
            <option key={option} value={option}>
              {options?.[option] ?? option}
            </option>
          ))}
        </select>
      );
    case "department":
      return (
        <>
          <input
            {...control}
            defaultValue={value && departmentLabel(value)}
            list={`${control.id}-list`}
            autoComplete="off"
          />
          <datalist id={`${control.id}-list`}>
            {knownDepartments.map((known) => (
              <option key={known.label} value={known.label} />
            ))}
          </datalist>
        </>
      );
    case "image":
      return <input {...control} type="file" accept="image/png,image/jpeg,image/webp" />;
    case "year":
      return <YearPicker control={control} label={label} defaultValue={value} />;
    case "number":
      return <input {...control} defaultValue={value} inputMode="numeric" autoComplete="off" />;
    case "link":
      return <input {...control} defaultValue={value} type="url" inputMode="url" autoComplete="off" />;
    default:
      return <input {...control} defaultValue={value} autoComplete="off" />;
  }
}
