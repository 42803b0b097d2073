import { useMessages } from "../ui/messages.ts";

/** Says in the place of the buttons that another person decides on the reader's own item. */
export function OwnItem() {
  const { errors } = useMessages();
  return <p className="change-notice">{errors.own_item}</p>;
}
