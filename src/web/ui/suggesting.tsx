import type { InputHTMLAttributes } from "react";
import type { KnownUniversity } from "../../shared/courses/universities.ts";
import type { ControlAttributes } from "./form-field.tsx";

/** A suggested value and a note about it. */
export interface Offered {
  value: string;
  label?: string;
}

/**
 * Offers the universities that are used first, then the others of the country. Browsers look for the typed text in the
 * label, too, so a short name or the Bangla name finds the university.
 */
export function offeredUniversities(
  known: readonly KnownUniversity[],
  used: readonly string[] = [],
): Offered[] {
  const names = new Set([...used, ...known.map(({ name }) => name)]);
  const labels = new Map(
    known.map(({ name, banglaName, otherNames }) => [
      name,
      [...otherNames, banglaName].filter(Boolean).join(", "),
    ]),
  );
  return [...names].map((value) => {
    const label = labels.get(value);
    return label ? { value, label } : { value };
  });
}

interface SuggestingProps {
  control: ControlAttributes;
  value: string;
  offered: readonly Offered[];
  autoComplete?: InputHTMLAttributes<HTMLInputElement>["autoComplete"];
}

/** A text input that accepts any text and suggests values. */
export function Suggesting({ control, value, offered, autoComplete = "off" }: SuggestingProps) {
  const list = offered.length > 0 ? `${control.id}-list` : undefined;
  return (
    <>
      <input {...control} defaultValue={value} list={list} autoComplete={autoComplete} />
      {list && (
        <datalist id={list}>
          {offered.map((one) => (
            <option key={one.value} {...one} />
          ))}
        </datalist>
      )}
    </>
  );
}
