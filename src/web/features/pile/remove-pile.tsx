import { usePileMessages } from "./pile-messages.ts";

/** A form that removes the pile. */
export function RemovePile() {
  const words = usePileMessages();
  return (
    <details className="drawer pile-remove">
      <summary>{words.remove}</summary>
      <form method="post">
        <p>{words.removeHint}</p>
        <button className="quiet">{words.remove}</button>
      </form>
    </details>
  );
}
