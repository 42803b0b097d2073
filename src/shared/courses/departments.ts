/** The departments of the specification (§5) in its order, each with its stored value and label. */
export const knownDepartments = [
  { value: "CSE", label: "CSE" },
  { value: "ece", label: "EEE" },
  { value: "bba", label: "BBA" },
] as const;

/**
 * The stored form of a department. A known value or label, in any letter case, becomes the known value; other
 * text stays unchanged. Queries ignore the letter case of unknown departments (`departmentKey`).
 */
export function departmentValue(given: string): string {
  const key = given.trim().toLowerCase();
  const known = knownDepartments.find(
    ({ value, label }) => value.toLowerCase() === key || label.toLowerCase() === key,
  );
  return known?.value ?? given.trim();
}

/** The normal form of a department, for comparisons. */
export function departmentKey(given: string): string {
  return departmentValue(given).toLowerCase();
}

/** The text that people see for a stored department. */
export function departmentLabel(value: string): string {
  return knownDepartments.find((known) => known.value === value)?.label ?? value;
}
