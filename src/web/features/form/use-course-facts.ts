import { type FocusEvent, useState } from "react";
import { departmentLabel } from "../../../shared/courses/departments.ts";
import type { Kind } from "../../../shared/kinds/index.ts";
import { normalizeCode } from "../../../shared/text/words.ts";
import type { Suggestions } from "../../page/context.ts";
import { setValue } from "../../ui/set-value.ts";

/**
 * Fills in the known facts of a course after the person types its code. It never changes typed text.
 * @returns the form's `onBlur`, and the course code that filled in a field
 */
export function useCourseFacts(kind: Kind, courses: Suggestions["courses"] = []) {
  const [filledBy, setFilledBy] = useState<string>();
  const fillFacts = ({ target, currentTarget }: FocusEvent<HTMLFormElement>) => {
    if (!(target instanceof HTMLInputElement) || kind.fields[target.name]?.column !== "code") return;
    const code = normalizeCode(target.value);
    const course = courses.find((one) => normalizeCode(one.code) === code);
    if (!course) return;
    const facts = { subject: course.subject, department: departmentLabel(course.department) };
    for (const [name, { column }] of Object.entries(kind.fields)) {
      const control = currentTarget.elements.namedItem(name);
      if (column !== "subject" && column !== "department") continue;
      if (!(control instanceof HTMLInputElement) || control.value !== "") continue;
      setValue(control, facts[column]);
      setFilledBy(course.code);
    }
  };
  return { fillFacts, filledBy };
}
