import { useEffect, useEffectEvent, useRef, useState } from "react";
import { findAttachedFile, type AttachedFile } from "../../page/attached-file.ts";

/**
 * The uploaded file of a form, and its key.
 * @param firstKey the key of a file that was uploaded earlier; "" without one
 * @param onGone called if the server no longer has the file
 * @returns `isUnknown` is true if there is a key and the server doesn't respond; `find` tries again
 */
export function useAttachedFile(firstKey: string, onGone: () => void) {
  const [key, setKey] = useState(firstKey);
  const [attached, setAttached] = useState<AttachedFile>();
  const [isUnknown, setUnknown] = useState(false);
  /** The current key, so that late responses for a different key are ignored. */
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
  /** If the key is from the page or a draft, the file may no longer exist. */
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
