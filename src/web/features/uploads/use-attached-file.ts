import { useEffect, useEffectEvent, useRef, useState } from "react";
import { findAttachedFile, type AttachedFile } from "./attached-file.ts";

/**
 * The file that the archive holds for a form, and its key.
 * @param firstKey of a file uploaded before; "" where there is none
 * @param onGone told where the archive has it no more
 * @returns isUnknown where there is a key and the archive could not be asked for its file; `find` asks again
 */
export function useAttachedFile(firstKey: string, onGone: () => void) {
  const [key, setKey] = useState(firstKey);
  const [attached, setAttached] = useState<AttachedFile>();
  const [isUnknown, setUnknown] = useState(false);
  /** The key as it is now, for answers that come late. */
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
  /** A key that came with the page or with a draft may be of a file that is gone. */
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
