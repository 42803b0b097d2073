import { Form } from "react-router";
import { fullTitleOf } from "./item-names.ts";
import { ReasonField } from "./reason-field.tsx";
import type { Item } from "../page/context.ts";
import type { Attempt } from "../page/forms.ts";

interface RemoveItemProps {
  item: Item;
  /** The name of the act in the form. */
  act: "remove" | "delete";
  label: string;
  /** The last attempt to do so, if it failed. */
  attempt: Attempt | undefined;
}

/** Opens a form that asks for the reason, and removes an item from the archive. */
export function RemoveItem({ item, act, label, attempt }: RemoveItemProps) {
  const name = <span className="visually-hidden">: {fullTitleOf(item)}</span>;
  return (
    <details className="admin-drop" open={attempt !== undefined}>
      <summary className="button quiet">
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v6M14 11v6" />
        </svg>
        {label}
        {name}
      </summary>
      <Form method="post" preventScrollReset noValidate>
        <input type="hidden" name="id" value={item._id} />
        <ReasonField item={item} attempt={attempt} act={act} />
        <button className="danger" name="act" value={act}>
          {label}
          {name}
        </button>
      </Form>
    </details>
  );
}
