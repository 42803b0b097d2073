import type { ReactNode } from "react";
import { Link } from "react-router";
import { wantedMessages } from "../../../shared/messages/en-wanted.ts";
import type { Item } from "../../page/context.ts";
import { useMessages } from "../../ui/messages.ts";

export interface CourseNewsProps {
  news: Item[];
  renderItem: (item: Item) => ReactNode;
}

/** The news of the courses that the person follows, for the dashboard. */
export function CourseNews({ news, renderItem }: CourseNewsProps) {
  const { follow } = useMessages(wantedMessages);
  return (
    <section>
      <h2>{follow.news}</h2>
      {news.length === 0 ? (
        <p className="empty">{follow.noNews}</p>
      ) : (
        <ul className="rows">
          {news.map((item) => (
            <li key={item._id}>{renderItem(item)}</li>
          ))}
        </ul>
      )}
      <p>
        <Link to="/dashboard/follows">{follow.all}</Link>
      </p>
    </section>
  );
}
