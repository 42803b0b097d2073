import { Form } from "react-router";
import { savedMessages } from "../../../shared/messages/en-saved.ts";
import type { Item } from "../../page/context.ts";
import { fullTitleOf } from "../../items/item-names.ts";
import { ItemName } from "../../items/item-table.tsx";
import { useMessages } from "../../ui/messages.ts";

export interface SavedItemsProps {
  /** The accessible name of the list. */
  label: string;
  items: Item[];
  /** The number of the first item, from 1. */
  first: number;
  /** The number of items on all pages. */
  count: number;
}

/** The items of a list in order. The buttons also work without JavaScript. */
export function SavedItems({ label, items, first, count }: SavedItemsProps) {
  const words = useMessages(savedMessages);
  return (
    <ol className="rows" aria-label={label} start={first}>
      {items.map((item, index) => {
        const title = fullTitleOf(item);
        return (
          <li key={item._id}>
            <ItemName item={item} />
            <Form method="post" preventScrollReset className="item-actions">
              <input type="hidden" name="id" value={item._id} />
              {first + index > 1 && (
                <button className="quiet" name="act" value="up">
                  {words.up}
                  <span className="visually-hidden">: {title}</span>
                </button>
              )}
              {first + index < count && (
                <button className="quiet" name="act" value="down">
                  {words.down}
                  <span className="visually-hidden">: {title}</span>
                </button>
              )}
              <button className="quiet" name="act" value="removeItem">
                {words.removeItem}
                <span className="visually-hidden">: {title}</span>
              </button>
            </Form>
          </li>
        );
      })}
    </ol>
  );
}
