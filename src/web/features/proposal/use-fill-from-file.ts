import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { setValue } from "../../ui/set-value.ts";
import type { FormStart } from "../../page/form-start.ts";
import type { ProposedDetail } from "./proposed-details.ts";

/**
 * Puts the details of a file into the empty fields of a form, and into fields with a value that nobody typed. Without
 * the file, these fields are empty again. Typed text never changes, and a detail that the person deleted doesn't come back.
 * @param facts the details that were read so far; none without a file
 * @returns a function that puts one detail into its field
 */
export function useFillFromFile(
  form: RefObject<HTMLFormElement | null>,
  facts: ProposedDetail[],
  start: FormStart,
): (fact: ProposedDetail) => void {
  /** The values that came from the file, by field. */
  const filled = useRef<Record<string, string>>({});
  /** The fields whose value from the file the person deleted. */
  const emptied = useRef(new Set<string>());
  const put = (field: string, value: string) => {
    const control = form.current?.elements.namedItem(field);
    if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) setValue(control, value);
  };
  const valueOf = (field: string): string => {
    const control = form.current?.elements.namedItem(field);
    return control && "value" in control ? control.value : "";
  };
  const isUntouched = (field: string) => {
    const value = valueOf(field);
    if (value === "" && filled.current[field]) emptied.current.add(field);
    if (value === "") return !emptied.current.has(field);
    return value === filled.current[field] || value === start.values[field];
  };
  const fill = useEffectEvent(() => {
    const wanted = Object.fromEntries(facts.map(({ field, value }) => [field, value]));
    const next: Record<string, string> = {};
    for (const field of new Set([...Object.keys(filled.current), ...Object.keys(wanted)])) {
      if (!isUntouched(field)) continue;
      const value = wanted[field] ?? start.values[field] ?? "";
      if (valueOf(field) !== value) put(field, value);
      // A control may change or refuse a value, such as a year that it doesn't offer.
      if (wanted[field] !== undefined && valueOf(field) !== "") next[field] = valueOf(field);
    }
    filled.current = next;
    // The details of another file are new to the person.
    if (facts.length === 0) emptied.current.clear();
    // A control of several elements changes its value only in the next rendering.
    setTimeout(() => form.current?.dispatchEvent(new Event("input", { bubbles: true })));
  });
  const changed = JSON.stringify(facts);
  useEffect(() => fill(), [changed]);
  return ({ field, value }) => put(field, value);
}
