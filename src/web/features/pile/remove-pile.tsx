import { usePileMessages } from "./pile-messages.ts";
import { acts } from "./post-pile.ts";

/** Removes the pile, with and without JavaScript. */
export function RemovePile() {
  const words = usePileMessages();
  return (
    <details className="drawer pile-remove">
      <summary>{words.remove}</summary>
      <form method="post">
        <p>{words.removeHint}</p>
        <button className="quiet" name="act" value={acts.remove}>
          {words.remove}
        </button>
      </form>
    </details>
  );
}
