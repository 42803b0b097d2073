import type { CopyState } from "../../../shared/files/drive-copy.ts";
import { useMessages } from "../../ui/messages.ts";

/** How the copy of the item's Drive file stands, for its contributor and admins. */
export function CopyNote({ copy }: { copy: CopyState | undefined }) {
  const { driveCopies } = useMessages();
  if (!copy || copy.state === "copied") return null;
  const { problems, own } = driveCopies;
  if (!copy.problem) return <p role="note">{own.waiting}</p>;
  const problem = problems[copy.problem];
  return (
    <p role="note">{copy.state === "waiting" ? own.again(problem) : `${own.failed(problem)} ${own.retry}`}</p>
  );
}
