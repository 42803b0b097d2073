import { useEffect, useEffectEvent, useRef, useState } from "react";
import { findAttachedFile, type AttachedFile } from "./attached-file.ts";

/**
 * The file that the archive holds for a form, and its key.
 * @param firstKey of a file uploaded before; "" without one
 * @param onGone called if the archive no longer has it
 * @returns isUnknown if there is a key and the archive doesn't answer; `find` asks again
 */
export function useAttachedFile(firstKey: string, onGone: () => void) {
  const [key, setKey] = useState(firstKey);
  const [attached, setAttached] = useState<AttachedFile>();
  const [isUnknown, setUnknown] = useState(false);
  /** The current key, for late answers. */
  const wanted = useRef(firstKey);

  const attach = (file: AttachedFile | undefined) => {
    wanted.current = file?.key ?? "";
    setKey(wanted.current);
    setAttached(file);
    setUnknown(false);
  };
  const find = async () => {
    const sought = wanted.current;
    const found = await findAttachedFile(sought);
    if (wanted.current !== sought) return;
    if (found === "unknown") return setUnknown(true);
    attach(found === "gone" ? undefined : found);
    if (found === "gone") onGone();
  };
  /** The file of a key from the page or a draft may be gone. */
  const restore = (sought: string) => {
    if (sought === wanted.current) return;
    wanted.current = sought;
    setKey(sought);
    setAttached(undefined);
    setUnknown(false);
    if (sought !== "") void find();
  };
  const findFirst = useEffectEvent(() => {
    if (firstKey !== "" && attached?.key !== firstKey) void find();
  });
  useEffect(() => findFirst(), []);
  const findAgain = useEffectEvent(() => void find());
  useEffect(() => {
    if (!isUnknown) return undefined;
    window.addEventListener("online", findAgain);
    return () => window.removeEventListener("online", findAgain);
  }, [isUnknown]);
  return { key, attached, isUnknown, attach, restore, find };
}
