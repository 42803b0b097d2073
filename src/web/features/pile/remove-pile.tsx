import { pileMessages } from "../../../shared/messages/en-pile-screen.ts";
import { useMessages } from "../../ui/messages.ts";

/** The value of `act` in the form that removes a pile. */
export const REMOVE = "remove";

/** Shows the form that removes the pile. */
export function RemovePile() {
  const words = useMessages(pileMessages);
  return (
    <details className="drawer pile-remove">
      <summary>{words.remove}</summary>
      <form method="post">
        <p>{words.removeHint}</p>
        <button className="danger" name="act" value={REMOVE}>
          {words.remove}
        </button>
      </form>
    </details>
  );
}
