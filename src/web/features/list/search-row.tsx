import { Form, Link } from "react-router";
import { useMessages } from "../../ui/messages.ts";

export interface SearchRowProps {
  /** The address of the list. */
  path: string;
  search: string;
  /** Says what the search finds. */
  label: string;
}

/** The search of a list in the admin area. */
export function SearchRow({ path, search, label }: SearchRowProps) {
  const { list } = useMessages();
  return (
    <Form method="get" action={path} className="search-row" role="search" key={search}>
      <input
        type="search"
        name="search"
        defaultValue={search}
        aria-label={label}
        placeholder={label}
        maxLength={500}
      />
      <button>{list.search}</button>
      {search !== "" && (
        <Link className="button quiet" to={path}>
          {list.clear}
        </Link>
      )}
    </Form>
  );
}
