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
}

/**
 * The reason for removing or cancelling an item. A page has many of these fields, so the label of each
 * contains the item's name.
 */
export function ReasonField({ item, attempt, mayReturn = false }: ReasonFieldProps) {
  const { admin, moderatorPages } = useMessages();
  const id = `reason-${item._id}`;
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

/** The problems of an attempt, by the ids of the fields in its row. */
export const problemsInRow = ({ problems, values }: Attempt): Record<string, string> =>
  Object.fromEntries(
    Object.entries(problems).map(([name, problem]) => [`${name}-${values["id"] ?? ""}`, problem]),
  );

/** The failed attempt; undefined if it was on a different item. */
export const attemptOn = (attempt: Attempt | undefined, item: Item): Attempt | undefined =>
  attempt?.values["id"] === item._id ? attempt : undefined;
