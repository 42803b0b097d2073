import { type FunctionComponent, useEffect, useState } from "react";
import { useMessages } from "../../ui/messages.ts";
import type { UploadPanelProps } from "./upload-panel.tsx";
import type { UploadSession, UploadEvents, UploadState } from "./upload-session.ts";

/** The upload session, which makes and sends a file. Its code is loaded when the person chooses a file. */
export function useUploadSession({ onProblem, onDone }: Omit<UploadEvents, "onState">) {
  const messages = useMessages();
  const [loaded, setLoaded] = useState<{
    session: UploadSession;
    Panel: FunctionComponent<UploadPanelProps>;
  }>();
  const [state, setState] = useState<UploadState>();

  /** @returns undefined if the code can't be loaded; the person sees the problem */
  const openSession = async (): Promise<UploadSession | undefined> => {
    if (loaded) return loaded.session;
    try {
      const { createUploadSession, UploadPanel } = await import("./upload-panel.tsx");
      const session = createUploadSession(messages, { onState: setState, onProblem, onDone });
      setLoaded({ session, Panel: UploadPanel });
      return session;
    } catch {
      onProblem(messages.uploads.problems.notLoaded);
      return undefined;
    }
  };
  useEffect(() => () => loaded?.session.close(), [loaded]);
  return { ...loaded, state, openSession };
}
