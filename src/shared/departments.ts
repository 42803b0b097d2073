/** The departments the specification names (§5), by stored value and shown label, in its order. */
export const knownDepartments = [
  { value: "CSE", label: "CSE" },
  { value: "ece", label: "EEE" },
  { value: "bba", label: "BBA" },
] as const;

/**
 * A department as it is stored: the known value for a known value or label in any case, else the text as given.
 * Unknown departments compare without regard to case in queries (`departmentKey`).
 */
export function departmentValue(given: string): string {
  const key = given.trim().toLowerCase();
  const known = knownDepartments.find(
    ({ value, label }) => value.toLowerCase() === key || label.toLowerCase() === key,
  );
  return known?.value ?? given.trim();
}

/** The form in which two departments are compared. */
export function departmentKey(given: string): string {
  return departmentValue(given).toLowerCase();
}

/** What a person reads for a stored department. */
export function departmentLabel(value: string): string {
  return knownDepartments.find((known) => known.value === value)?.label ?? value;
}
