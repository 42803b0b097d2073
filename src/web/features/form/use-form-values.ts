import { useState } from "react";
import { formFields } from "../../page/forms.ts";

/**
 * The current values of a form.
 * @param first the values before the first change
 * @returns the values by field, and the function to call after each change
 */
export function useFormValues(first: Record<string, string>) {
  const [values, setValues] = useState(first);
  const watch = (form: HTMLFormElement) => setValues(formFields(new FormData(form)));
  return { values, watch };
}
