import { useState } from "react";
import { formFields } from "../../page/forms.ts";

/**
 * What a form says, as it is filled in.
 * @param first what it says before anybody has changed it
 * @returns its values by field, and what is to be told each change
 */
export function useFormValues(first: Record<string, string>) {
  const [values, setValues] = useState(first);
  const watch = (form: HTMLFormElement) => setValues(formFields(new FormData(form)));
  return { values, watch };
}
