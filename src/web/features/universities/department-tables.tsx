import { Form, Link } from "react-router";
import { departmentLabel } from "../../../shared/courses/departments.ts";
import { departmentsMessages } from "../../../shared/messages/en-departments.ts";
import { langOf } from "../../items/item-names.ts";
import type { DepartmentsPage } from "../../page/context.ts";
import { useMessages } from "../../ui/messages.ts";

interface TableProps {
  departments: DepartmentsPage["departments"];
  /** The address of the form that merges a department. */
  hrefOf: (department: string, into?: string) => string;
}

/** The departments of a university with their other names and the number of their items and courses. */
export function DepartmentTable({ departments, hrefOf }: TableProps) {
  const words = useMessages(departmentsMessages);
  if (departments.length === 0) return <p className="empty">{words.none}</p>;
  return (
    <table aria-label={words.department}>
      <thead>
        <tr>
          <th scope="col">{words.department}</th>
          <th scope="col">{words.otherNames}</th>
          <th scope="col">{words.items}</th>
          <th scope="col">{words.courses}</th>
          <th scope="col">{words.actions}</th>
        </tr>
      </thead>
      <tbody>
        {departments.map(({ key, name, items, courses, aliases }) => {
          const label = departmentLabel(name);
          return (
            <tr key={key}>
              <td data-label={words.department} lang={langOf(label)}>
                {label}
              </td>
              <td data-label={words.otherNames} lang={langOf(aliases.join(""))}>
                {aliases.join(", ")}
              </td>
              <td data-label={words.items}>{items.toLocaleString("en")}</td>
              <td data-label={words.courses}>{courses.toLocaleString("en")}</td>
              <td data-label={words.actions}>
                {departments.length > 1 && (
                  <Link to={hrefOf(key)} aria-label={words.mergeOf(label)}>
                    {words.merge}
                  </Link>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Pairs of departments that are probably one. */
export function LikelyPairs({
  likely,
  hrefOf,
}: Pick<DepartmentsPage, "likely"> & Pick<TableProps, "hrefOf">) {
  const words = useMessages(departmentsMessages);
  if (likely.length === 0) return null;
  return (
    <>
      <h2>{words.likelyTitle}</h2>
      <p>{words.likelyIntro}</p>
      <ul className="university-points">
        {likely.map(([from, into]) => {
          const [fromLabel, intoLabel] = [departmentLabel(from.name), departmentLabel(into.name)];
          return (
            <li key={from.key}>
              {words.likely(fromLabel, intoLabel)}:{" "}
              <Link to={hrefOf(from.key, into.name)} aria-label={words.lookOf(fromLabel, intoLabel)}>
                {words.look}
              </Link>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** The merged departments, each with a button that undoes the merge. */
export function DepartmentMerges({ merges }: Pick<DepartmentsPage, "merges">) {
  const words = useMessages(departmentsMessages);
  if (merges.length === 0) return <p className="empty">{words.noMerges}</p>;
  return (
    <table aria-label={words.mergesTitle}>
      <thead>
        <tr>
          <th scope="col">{words.department}</th>
          <th scope="col">{words.shownAs}</th>
          <th scope="col">{words.actions}</th>
        </tr>
      </thead>
      <tbody>
        {merges.map(({ departmentKey, department, shownDepartment }) => {
          const [label, shown] = [departmentLabel(department), departmentLabel(shownDepartment)];
          return (
            <tr key={departmentKey}>
              <td data-label={words.department} lang={langOf(label)}>
                {label}
              </td>
              <td data-label={words.shownAs} lang={langOf(shown)}>
                {shown}
              </td>
              <td data-label={words.actions}>
                <Form method="post">
                  <input type="hidden" name="department" value={departmentKey} />
                  <button className="quiet" name="act" value="undo" aria-label={words.undoOf(label)}>
                    {words.undo}
                  </button>
                </Form>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
