import type { Item } from "../page/context.ts";
import type { Attempt } from "../page/forms.ts";
import { useMessages } from "../ui/messages.ts";
import { fullTitleOf } from "./item-names.ts";

export interface ReasonFieldProps {
  item: Item;
  /** The last attempt to remove or cancel this item, if it failed. */
  attempt: Attempt | undefined;
  /** Whether the moderator may return the item. The page has a `datalist` with the id `reasons`. */
  mayReturn?: boolean;
  /** The act of the form, if a row has two forms with a reason. */
  act?: string | undefined;
}

/**
 * The reason for removing or cancelling an item. A page has many of these fields, so the label of each
 * contains the item's name.
 */
export function ReasonField({ item, attempt, mayReturn = false, act }: ReasonFieldProps) {
  const { admin, moderatorPages } = useMessages();
  const id = reasonId(item._id, act);
  const problem = attempt?.problems["reason"];
  return (
    <div className="admin-reason">
      <label htmlFor={id}>
        {admin.reason}
        <span className="visually-hidden">: {fullTitleOf(item)}</span>
      </label>
      <input
        id={id}
        name="reason"
        maxLength={500}
        autoComplete="off"
        {...(mayReturn ? { list: "reasons" } : {})}
        defaultValue={attempt?.values["reason"]}
        {...(problem ? { "aria-invalid": true, "aria-describedby": `${id}-problem` } : {})}
      />
      {problem && (
        <p className="problem" id={`${id}-problem`}>
          <span aria-hidden="true">✗</span> {problem}
        </p>
      )}
      {mayReturn && (
        <label>
          <input
            type="checkbox"
            name="returned"
            value="yes"
            defaultChecked={attempt?.values["returned"] === "yes"}
          />{" "}
          {moderatorPages.mayFix}
          <span className="visually-hidden">: {fullTitleOf(item)}</span>
        </label>
      )}
    </div>
  );
}

const reasonId = (itemId: string, act = ""): string => ["reason", itemId, act].filter(Boolean).join("-");

/**
 * The problems of an attempt, by the ids of the fields in its row.
 * @param act of the form with a reason that has its own id, see `ReasonField`
 */
export function problemsInRow({ problems, values }: Attempt, act?: string): Record<string, string> {
  const id = values["id"] ?? "";
  const ofReason = reasonId(id, values["act"] === act ? act : undefined);
  return Object.fromEntries(
    Object.entries(problems).map(([name, problem]) => [
      name === "reason" ? ofReason : `${name}-${id}`,
      problem,
    ]),
  );
}

/** The failed attempt; undefined if it was on a different item. */
export const attemptOn = (attempt: Attempt | undefined, item: Item): Attempt | undefined =>
  attempt?.values["id"] === item._id ? attempt : undefined;
