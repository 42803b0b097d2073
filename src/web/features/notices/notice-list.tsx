import { Form, Link } from "react-router";
import { noticeMessages } from "../../../shared/messages/en-notices.ts";
import type { Notice } from "../../page/context.ts";
import { langOf } from "../../items/item-names.ts";
import { useMessages } from "../../ui/messages.ts";
import { TimeOf } from "../../ui/time-of.tsx";

/** The notices of a page. Unread notices say so in words. */
export function NoticeList({ notices }: { notices: Notice[] }) {
  const { notices: words } = useMessages(noticeMessages);
  return (
    <ol className="notices-list" aria-label={words.list}>
      {notices.map((notice) => (
        <li key={notice.id}>
          <NoticeEntry notice={notice} />
        </li>
      ))}
    </ol>
  );
}

function NoticeEntry({ notice }: { notice: Notice }) {
  const { notices: words } = useMessages(noticeMessages);
  const sentence = words.sentence(notice);
  const about = <span className="visually-hidden">: {sentence}</span>;
  return (
    <>
      <p lang={langOf(notice.title)}>
        {!notice.isRead && <strong>{words.isNew}: </strong>}
        {sentence}
      </p>
      {notice.reason && <p lang={langOf(notice.reason)}>{words.reason(notice.reason)}</p>}
      <p>
        <small>
          <TimeOf iso={notice.at} time />
        </small>
      </p>
      <div className="item-actions">
        {notice.fixPath && (
          <Link className="button" to={notice.fixPath}>
            {words.fix}
            {about}
          </Link>
        )}
        <a className="button quiet" href={notice.path}>
          {words.open}
          {about}
        </a>
        {!notice.isRead && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="id" value={notice.id} />
            <button className="quiet" name="act" value="read">
              {words.markRead}
              {about}
            </button>
          </Form>
        )}
      </div>
    </>
  );
}
