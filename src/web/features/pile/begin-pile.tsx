import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { FileName } from "../../ui/file-name.tsx";
import { useQueueMessages } from "./queue-messages.ts";
import { Adding } from "./adding.tsx";
import type { Selection } from "./collect-files.ts";
import { type Answer, callApi } from "../../page/call-api.ts";
import { takeFiles } from "./take-files.ts";
import { queueOf } from "./upload-queue.ts";

/** Begins a pile with the first files or links, and opens it. The uploads go on there. */
export function BeginPile() {
  const messages = useQueueMessages();
  const { add } = messages.pile;
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string>();
  // A second attempt after a problem, and files of a second field, go to the same pile.
  const made = useRef<Promise<Answer<{ insertedId: string }>>>(undefined);
  const succeeded = <T,>(answer: Answer<T>): answer is { body: T } => {
    if ("body" in answer) return true;
    setProblem("isLost" in answer ? add.notBegun : (Object.values(answer.problems)[0] ?? answer.message));
    return false;
  };
  /** @returns whether the pile has the files or links */
  const begin = async (first: Selection | { links: string }): Promise<boolean> => {
    setProblem(undefined);
    if ("files" in first) {
      const { taken, problem: none } = takeFiles(first, messages);
      if (taken.length === 0) {
        setProblem(none);
        return false;
      }
    }
    const answer = await (made.current ??= callApi<{ insertedId: string }>("POST", "/piles", {}));
    if (!succeeded(answer)) {
      made.current = undefined;
      return false;
    }
    const id = answer.body.insertedId;
    if ("files" in first) queueOf(id, messages).add(first, 0, 0);
    else if (!succeeded(await callApi("POST", `/piles/${id}/links`, { links: first.links }))) return false;
    await navigate(`/dashboard/contribute/${id}`);
    return true;
  };
  return (
    <>
      <Adding
        isShort={false}
        onFiles={(selection) => void begin(selection)}
        onLinks={(links) => begin({ links })}
      />
      <p className="pile-problem" role="alert">
        {problem !== undefined && <FileName>{problem}</FileName>}
      </p>
    </>
  );
}
