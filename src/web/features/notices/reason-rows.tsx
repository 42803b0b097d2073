import { Form } from "react-router";
import { noticeMessages } from "../../../shared/messages/en-notices.ts";
import type { Reason } from "../../page/context.ts";
import type { Attempt } from "../../page/forms.ts";
import { useMessages } from "../../ui/messages.ts";

interface ReasonRowProps {
  reason: Reason;
  number: number;
  isLast: boolean;
  /** The last attempt to change this reason, if it failed. */
  attempt: Attempt | undefined;
}

/** A reason with the actions of an admin. The buttons also work without JavaScript. */
export function ReasonRow({ reason, number, isLast, attempt }: ReasonRowProps) {
  const { reasons: words } = useMessages(noticeMessages);
  const { id, text, isAboutFile } = reason;
  const field = `text-${id}`;
  const problem = attempt?.problems["text"];
  return (
    <tr>
      <td data-label={words.position}>{number}</td>
      <td data-label={words.text}>
        {/* With this key, a changed reason gets a new form. */}
        <Form
          method="post"
          className="notices-reason"
          preventScrollReset
          noValidate
          key={`${text}${isAboutFile}`}
        >
          <input type="hidden" name="id" value={id} />
          <input
            id={field}
            name="text"
            aria-label={`${words.text} ${number}`}
            maxLength={500}
            autoComplete="off"
            defaultValue={attempt?.values["text"] ?? text}
            {...(problem ? { "aria-invalid": true, "aria-describedby": `${field}-problem` } : {})}
          />
          {problem && (
            <p className="problem" id={`${field}-problem`}>
              <span aria-hidden="true">✗</span> {problem}
            </p>
          )}
          <label className="check">
            <input type="checkbox" name="aboutFile" value="1" defaultChecked={isAboutFile} />
            {words.aboutFileBrief}
          </label>
          <button className="quiet" name="act" value="change" aria-label={words.saveOf(text)}>
            {words.save}
          </button>
        </Form>
      </td>
      <td data-label={words.actions}>
        <Form method="post" preventScrollReset className="item-actions">
          <input type="hidden" name="id" value={id} />
          {number > 1 && (
            <button className="quiet" name="act" value="up" aria-label={words.upOf(text)}>
              {words.up}
            </button>
          )}
          {!isLast && (
            <button className="quiet" name="act" value="down" aria-label={words.downOf(text)}>
              {words.down}
            </button>
          )}
          <button className="quiet" name="act" value="remove" aria-label={words.removeOf(text)}>
            {words.remove}
          </button>
        </Form>
      </td>
    </tr>
  );
}

/** A removed reason, which an admin can put back. */
export function RemovedReason({ reason: { id, text } }: { reason: Reason }) {
  const { reasons: words } = useMessages(noticeMessages);
  return (
    <li>
      {text}
      <Form method="post" preventScrollReset>
        <input type="hidden" name="id" value={id} />
        <button className="quiet" name="act" value="restore" aria-label={words.restoreOf(text)}>
          {words.restore}
        </button>
      </Form>
    </li>
  );
}
