import type { ReactNode } from "react";
import { Link } from "react-router";
import { wantedMessages } from "../../../shared/messages/en-wanted.ts";
import type { WantedPaper } from "../../../shared/wanted.ts";
import type { Item } from "../../page/context.ts";
import { useMessages } from "../../ui/messages.ts";
import { WantedList } from "./wanted-list.tsx";

export interface CourseNewsProps {
  news: Item[];
  /** Whether the person follows any course. */
  isFollowing: boolean;
  near: WantedPaper[];
  others: WantedPaper[];
  renderItem: (item: Item) => ReactNode;
}

/** The parts of the dashboard about courses: news of followed ones, and papers that people want. */
export function CourseNews({ news, isFollowing, near, others, renderItem }: CourseNewsProps) {
  const words = useMessages(wantedMessages);
  const { follow } = words;
  return (
    <>
      {isFollowing && (
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
      )}
      {near.length > 0 && (
        <section>
          <h2>{words.near}</h2>
          <WantedList label={words.near} papers={near} back="/dashboard" />
        </section>
      )}
      {others.length > 0 && (
        <section>
          <h2>{words.others}</h2>
          <WantedList label={words.others} papers={others} back="/dashboard" />
        </section>
      )}
      {near.length + others.length > 0 && (
        <p>
          <a href="/wanted">{words.allWanted}</a>
        </p>
      )}
    </>
  );
}
