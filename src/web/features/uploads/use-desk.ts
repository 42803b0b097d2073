import { type FunctionComponent, useEffect, useState } from "react";
import { useMessages } from "../../ui/messages.ts";
import type { DeskPanelProps } from "./desk-panel.tsx";
import type { Desk, DeskEvents, DeskState } from "./desk.ts";

/** The desk where a file is made and sent; its code is fetched as soon as somebody chooses something. */
export function useDesk({ onProblem, onDone }: Omit<DeskEvents, "onState">) {
  const messages = useMessages();
  const [loaded, setLoaded] = useState<{ desk: Desk; Panel: FunctionComponent<DeskPanelProps> }>();
  const [state, setState] = useState<DeskState>();

  /** @returns undefined where the code can't be fetched, which is told as a problem */
  const openDesk = async (): Promise<Desk | undefined> => {
    if (loaded) return loaded.desk;
    try {
      const { createDesk, DeskPanel } = await import("./desk-panel.tsx");
      const desk = createDesk(messages, { onState: setState, onProblem, onDone });
      setLoaded({ desk, Panel: DeskPanel });
      return desk;
    } catch {
      onProblem(messages.uploads.problems.notLoaded);
      return undefined;
    }
  };
  useEffect(() => () => loaded?.desk.close(), [loaded]);
  return { ...loaded, state, openDesk };
}
