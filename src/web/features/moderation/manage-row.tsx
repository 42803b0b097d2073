import { type ReactNode, useState } from "react";
import { Form, Link, useNavigation } from "react-router";
import type { Kind } from "../../../shared/kinds/index.ts";
import { parseStatus, statuses, type Status } from "../../../shared/items/status.ts";
import type { Item } from "../../page/context.ts";
import { useKindWords } from "../../items/kind-words.ts";
import type { Attempt } from "../../page/forms.ts";
import { Email } from "../../ui/email.tsx";
import { useMessages } from "../../ui/messages.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { useBesideTitle } from "../../items/fact-words.ts";
import { fullTitleOf, langOf, readingHref } from "../../items/item-names.ts";
import { OwnItem } from "../../items/own-item.tsx";
import { RemoveItem } from "../../items/remove-item.tsx";
import { ReasonField } from "../../items/reason-field.tsx";
import { StatusNote } from "../../items/status-note.tsx";

export interface ManageRowProps {
  kind: Kind;
  item: Item;
  number: number;
  /** Whether the item is in the reader's area. */
  isInArea: boolean;
  /** The link to the possible duplicates. */
  similar: ReactNode;
  /** The last attempt to change this item, if it failed. */
  attempt: Attempt | undefined;
}

/** A row of an admin's table: an item's name and contributor, and the admin's actions. */
export function ManageRow({ kind, item, number, isInArea, similar, attempt }: ManageRowProps) {
  const { admin, edit, removal } = useMessages();
  const words = useKindWords(kind);
  const title = fullTitleOf(item);
  const about = useBesideTitle()(item);
  const name = <span className="visually-hidden">: {title}</span>;
  const mayDecide = isInArea && !item.isForOthers;
  return (
    <tr>
      <td data-label={admin.number}>{number}</td>
      <td data-label={words.fields[kind.title]?.label}>
        <span className="item-name">
          <a href={readingHref(item)} lang={langOf(title)}>
            {title}
          </a>
          {about && <small>{about}</small>}
        </span>
      </td>
      <td data-label={words.uploader}>
        <Email address={item.email} />
      </td>
      <td data-label={admin.status}>
        <div className="admin-item">
          <StatusNote item={item} isAdmins />
          {similar}
          {/* With this key, each version of the item gets a new form, so that a choice for an older version
              is not kept. */}
          {item.isForOthers && <OwnItem />}
          {mayDecide && (
            <StatusForm
              key={item.version}
              item={item}
              title={title}
              attempt={attempt?.values["act"] === "remove" ? undefined : attempt}
            />
          )}
          {isInArea && (
            <div className="item-actions">
              <Link className="button plain" to={`/admin-dashboard/edit/${item._id}`}>
                {edit.link}
                {name}
              </Link>
              {mayDecide && item.isRemoved && (
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="id" value={item._id} />
                  <button className="plain" name="act" value="restore">
                    {removal.restore}
                    {name}
                  </button>
                </Form>
              )}
              {mayDecide && !item.isRemoved && (
                <RemoveItem
                  item={item}
                  act="remove"
                  label={removal.remove}
                  attempt={attempt?.values["act"] === "remove" ? attempt : undefined}
                />
              )}
            </div>
          )}
        </div>
      </td>
    </tr>
  );
}

interface StatusFormProps {
  item: Item;
  title: string;
  attempt: Attempt | undefined;
}

/**
 * The button is enabled when the admin chooses a different status. Without JavaScript, sending the same
 * status changes nothing. The style sheet shows the reason field if Cancelled is chosen.
 */
function StatusForm({ item, title, attempt }: StatusFormProps) {
  const { admin, status: words } = useMessages();
  const [chosen, setChosen] = useState<Status>(parseStatus(attempt?.values["status"] ?? "") ?? item.status);
  const hydrated = useHydrated();
  const sending = useNavigation().state === "submitting";
  return (
    <Form method="post" preventScrollReset noValidate>
      <input type="hidden" name="id" value={item._id} />
      <input type="hidden" name="version" value={item.version} />
      <select
        name="status"
        aria-label={admin.statusOf(title)}
        value={chosen}
        onChange={(event) => setChosen(event.target.value as Status)}
      >
        {[item.status, ...statuses.filter((status) => status !== item.status)].map((status) => (
          <option key={status} value={status}>
            {words[status]}
          </option>
        ))}
      </select>
      <button disabled={sending || (hydrated && chosen === item.status)}>
        {admin.update}
        <span className="visually-hidden">: {title}</span>
      </button>
      {item.status !== "Cancelled" && <ReasonField item={item} attempt={attempt} mayReturn />}
    </Form>
  );
}
