import type { ListedUniversity } from "../../page/context.ts";
import type { Attempt } from "../../page/forms.ts";
import { FormField } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";

type Names = Pick<ListedUniversity, "name" | "banglaName" | "otherNames">;

interface NamesProps {
  attempt: Attempt | undefined;
  names?: Names;
}

/** The fields with the names of a university. */
function NameFields({ attempt, names }: NamesProps) {
  const { fields } = useMessages().universities;
  const problemOf = (name: keyof Names) => attempt?.problems[name];
  return (
    <>
      <FormField name="name" {...fields.name} problem={problemOf("name")}>
        {(control) => (
          <input {...control} defaultValue={attempt?.values["name"] ?? names?.name} autoComplete="off" />
        )}
      </FormField>
      <FormField name="banglaName" {...fields.banglaName} problem={problemOf("banglaName")} optional>
        {(control) => (
          <input
            {...control}
            lang="bn"
            defaultValue={attempt?.values["banglaName"] ?? names?.banglaName}
            autoComplete="off"
          />
        )}
      </FormField>
      <FormField name="otherNames" {...fields.otherNames} problem={problemOf("otherNames")} optional>
        {(control) => (
          <textarea
            {...control}
            rows={4}
            defaultValue={attempt?.values["otherNames"] ?? names?.otherNames.join("\n")}
          />
        )}
      </FormField>
    </>
  );
}

/** The controls for a new university. */
export function AddUniversity({ attempt }: { attempt: Attempt | undefined }) {
  const { universities: words } = useMessages();
  return (
    <>
      <NameFields attempt={attempt} />
      <button name="act" value="add">
        {words.add}
      </button>
    </>
  );
}

interface EditProps {
  university: Names & Pick<ListedUniversity, "id" | "updatedAt" | "isConfirmed">;
  attempt: Attempt | undefined;
}

/** The controls for the names of a university. */
export function EditUniversity({ university, attempt }: EditProps) {
  const { universities: words } = useMessages();
  return (
    <>
      <input type="hidden" name="id" value={university.id} />
      <input type="hidden" name="updatedAt" value={university.updatedAt} />
      <NameFields attempt={attempt} names={university} />
      <button name="act" value="save">
        {university.isConfirmed ? words.save : words.saveAndConfirm}
      </button>
    </>
  );
}

interface MergeProps {
  /** The university that goes. */
  id: string;
  /** The names that the person can choose. */
  names: string[];
  attempt: Attempt | undefined;
}

/** The controls for merging a university into another one. */
export function MergeUniversity({ id, names, attempt }: MergeProps) {
  const { universities: words } = useMessages();
  return (
    <>
      <input type="hidden" name="id" value={id} />
      <FormField name="into" {...words.fields.into} problem={attempt?.problems["into"]}>
        {(control) => (
          <>
            <input
              {...control}
              defaultValue={attempt?.values["into"]}
              list="universities"
              autoComplete="off"
            />
            <datalist id="universities">
              {names.map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          </>
        )}
      </FormField>
      <button className="quiet" name="act" value="merge">
        {words.merge}
      </button>
    </>
  );
}
