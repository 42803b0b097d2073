import { redirect } from "react-router";
import { departmentKey } from "../../shared/courses/departments.ts";

interface Departments {
  department?: string | string[] | undefined;
}

const keysOf = ({ department = [] }: Departments): string =>
  [department].flat().map(departmentKey).toSorted().join("\n");

/**
 * Redirects an address with a merged department to the address with the department that shows its items.
 * @param typed the filter of the address
 * @param named the same filter, as the service of universities names it
 * @param href returns the address of a filter
 */
export function leaveMergedDepartment<Filter extends Departments>(
  typed: Filter,
  named: Filter,
  href: (filter: Filter) => string,
): void {
  if (keysOf(typed) !== keysOf(named)) throw redirect(href(named));
}
