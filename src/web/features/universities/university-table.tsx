import { Link } from "react-router";
import { langOf } from "../../items/item-names.ts";
import type { ListedUniversity } from "../../page/context.ts";
import { useMessages } from "../../ui/messages.ts";

export interface UniversityTableProps {
  label: string;
  /** The address of the page. */
  path: string;
  universities: ListedUniversity[];
}

/** Universities with their names and the number of their items. */
export function UniversityTable({ label, path, universities }: UniversityTableProps) {
  const { universities: words } = useMessages();
  const { name: nameWords, banglaName: banglaWords, otherNames: otherWords } = words.fields;
  return (
    <table aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{nameWords.label}</th>
          <th scope="col">{banglaWords.label}</th>
          <th scope="col">{otherWords.label}</th>
          <th scope="col">{words.items}</th>
          <th scope="col">{words.actions}</th>
        </tr>
      </thead>
      <tbody>
        {universities.map(({ id, name, banglaName, otherNames, items, isConfirmed }) => (
          <tr key={id}>
            <td data-label={nameWords.label} lang={langOf(name)}>
              {name}
            </td>
            <td data-label={banglaWords.label} lang="bn">
              {banglaName}
            </td>
            <td data-label={otherWords.label}>{otherNames.join(", ")}</td>
            <td data-label={words.items}>{items.toLocaleString("en")}</td>
            <td data-label={words.actions}>
              <Link
                to={`${path}?id=${encodeURIComponent(id)}`}
                aria-label={(isConfirmed ? words.editOf : words.checkOf)(name)}
              >
                {isConfirmed ? words.edit : words.check}
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
