import { useEffect, useEffectEvent, useRef, useState } from "react";
import { findHeldFile, type HeldFile } from "./held-file.ts";

/**
 * The file that the archive holds for a form, and its key.
 * @param firstKey of a file handed in before; "" where there is none
 * @param onGone told where the archive has it no more
 */
export function useHeldFile(firstKey: string, onGone: () => void) {
  const [key, setKey] = useState(firstKey);
  const [held, setHeld] = useState<HeldFile>();
  /** The key as it is now, for answers that come late. */
  const wanted = useRef(firstKey);

  const hold = (file: HeldFile | undefined) => {
    wanted.current = file?.key ?? "";
    setKey(wanted.current);
    setHeld(file);
  };
  const find = async (sought: string) => {
    const file = await findHeldFile(sought);
    if (wanted.current !== sought) return;
    hold(file);
    if (!file) onGone();
  };
  /** A key that came with the page or with a draft may be of a file that is gone. */
  const restore = (sought: string) => {
    if (sought === wanted.current) return;
    wanted.current = sought;
    setKey(sought);
    setHeld(undefined);
    if (sought !== "") void find(sought);
  };
  const findFirst = useEffectEvent(() => {
    if (firstKey !== "" && held?.key !== firstKey) void find(firstKey);
  });
  useEffect(() => findFirst(), []);
  return { key, held, hold, restore };
}
