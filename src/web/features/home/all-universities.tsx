import { UNIVERSITIES_PATH } from "../../items/course-crumbs.ts";
import { useMessages } from "../../ui/messages.ts";

/** A link to all universities. */
export function AllUniversities({ count }: { count: number }) {
  const { all, allUniversities } = useMessages().home;
  return (
    <a href={UNIVERSITIES_PATH}>
      {all(count)}
      <span className="visually-hidden">{allUniversities}</span>
    </a>
  );
}
