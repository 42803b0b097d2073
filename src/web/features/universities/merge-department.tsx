import { Form } from "react-router";
import { departmentLabel } from "../../../shared/courses/departments.ts";
import { facets } from "../../../shared/facets/facets.ts";
import { departmentsMessages } from "../../../shared/messages/en-departments.ts";
import type { MergePreview } from "../../page/context.ts";
import { FormField } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";

interface ChooseProps {
  university: string;
  /** The key of the department that goes. */
  department: string;
  /** The names that the person can choose. */
  names: string[];
  into: string;
  problem: string | undefined;
}

/** The form that chooses the department that stays. It changes nothing, so it is sent as a query. */
export function ChooseDepartment({ university, department, names, into, problem }: ChooseProps) {
  const words = useMessages(departmentsMessages);
  return (
    <Form method="get" noValidate className="narrow app-form">
      <input type="hidden" name="university" value={university} />
      <input type="hidden" name="department" value={department} />
      <FormField name="into" {...words.fields.into} problem={problem}>
        {(control) => (
          <>
            <input
              {...control}
              defaultValue={into}
              list="departments"
              maxLength={facets.department.field.max}
              autoComplete="off"
            />
            <datalist id="departments">
              {names.map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          </>
        )}
      </FormField>
      <button>{words.see}</button>
    </Form>
  );
}

/** How many moderators the page names. */
const NAMED = 20;

/** Lists the changes that a merge makes, with the button that merges. */
export function ConfirmMerge({ from, into, gainInto, gainFrom }: MergePreview) {
  const words = useMessages(departmentsMessages);
  const [fromLabel, intoLabel] = [departmentLabel(from.name), departmentLabel(into.name)];
  return (
    <section className="notice" aria-labelledby="changes">
      <h2 id="changes">{words.changesTitle(fromLabel, intoLabel)}</h2>
      <ul className="university-points">
        <li>{words.moves(from.items, from.courses, intoLabel)}</li>
        <li>{words.alias(fromLabel, intoLabel)}</li>
        {from.courses > 0 && into.courses > 0 && <li>{words.sameCourses}</li>}
        {gainInto.length + gainFrom.length === 0 && <li>{words.nobody}</li>}
        <Gain of={intoLabel} items={into.items} people={gainInto} />
        <Gain of={fromLabel} items={from.items} people={gainFrom} />
      </ul>
      <p>{words.canUndo}</p>
      <Form method="post" className="button-row">
        <input type="hidden" name="department" value={from.key} />
        <input type="hidden" name="into" value={into.name} />
        <button name="act" value="merge">
          {words.confirm(fromLabel, intoLabel)}
        </button>
      </Form>
    </section>
  );
}

function Gain({ of, items, people }: { of: string; items: number; people: string[] }) {
  const words = useMessages(departmentsMessages);
  if (people.length === 0) return null;
  return (
    <li>
      {words.gain(people.length, of, items)}
      <ul className="university-points">
        {people.slice(0, NAMED).map((person) => (
          <li key={person}>{person}</li>
        ))}
        {people.length > NAMED && <li>{words.more(people.length - NAMED)}</li>}
      </ul>
    </li>
  );
}
