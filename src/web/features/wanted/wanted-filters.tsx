import { wantedMessages } from "../../../shared/messages/en-wanted.ts";
import { useMessages } from "../../ui/messages.ts";

export interface WantedFiltersProps {
  university?: string | undefined;
  department?: string | undefined;
}

/** Shows the papers of one university or department. Any of its names will do. */
export function WantedFilters({ university, department }: WantedFiltersProps) {
  const words = useMessages(wantedMessages);
  const { list } = useMessages();
  return (
    <form className="wanted-filters" method="get" action="/wanted" role="search" aria-label={words.filters}>
      <p className="field">
        <label htmlFor="university">{words.university}</label>
        <input id="university" name="university" maxLength={200} defaultValue={university} />
      </p>
      <p className="field">
        <label htmlFor="department">{words.department}</label>
        <input id="department" name="department" maxLength={100} defaultValue={department} />
      </p>
      <button>{list.apply}</button>
      {(university || department) && (
        <a className="button quiet" href="/wanted">
          {list.clear}
        </a>
      )}
    </form>
  );
}
