import type { AttachedFile } from "./attached-file.ts";
import { sendFile, type SendOptions } from "./send-file.ts";

/**
 * A file that is being sent: in progress, paused by the person, waiting for a connection, or stopped after
 * many retries.
 */
export interface Sending {
  file: File;
  /** How many bytes were sent. */
  sent: number;
  status: "going" | "paused" | "waiting" | "stopped";
}

export interface SendingEvents {
  /** Called after each change of the state, and with undefined at the end. */
  onStep: (sending: Sending | undefined) => void;
  onDone: (file: AttachedFile) => void;
  /**
   * @param reason a sentence for the person, if the server sent one
   * @param status of the response
   */
  onRefused: (reason: string | undefined, status: number) => void;
}

export type ActiveSending = ReturnType<typeof startSending>;

/** Sends a file, and continues automatically when a lost connection returns. */
export function startSending(
  file: File,
  { onStep, onDone, onRefused }: SendingEvents,
  options?: SendOptions,
) {
  let now: Sending = { file, sent: 0, status: "going" };
  const listening = new AbortController();
  const step = (change: Partial<Sending>) => {
    now = { ...now, ...change };
    if (!listening.signal.aborted) onStep(now);
  };
  const end = () => {
    listening.abort();
    onStep(undefined);
  };
  const events = {
    onProgress: (sent: number) => step({ sent }),
    onLost: () => step({ status: navigator.onLine ? "stopped" : "waiting" }),
    onDone(attached: AttachedFile) {
      end();
      onDone(attached);
    },
    onRefused(reason: string | undefined, status: number) {
      end();
      onRefused(reason, status);
    },
  };
  const transfer = sendFile(file, events, options);
  const stop = (status: "paused" | "waiting") => {
    transfer.pause();
    step({ status });
  };
  const resume = () => {
    step({ status: "going" });
    transfer.resume();
  };

  const listeners = { signal: listening.signal };
  window.addEventListener("offline", () => now.status === "going" && stop("waiting"), listeners);
  const isLost = () => now.status === "waiting" || now.status === "stopped";
  window.addEventListener("online", () => isLost() && resume(), listeners);
  step({});
  return {
    pause: () => stop("paused"),
    resume,
    cancel() {
      transfer.cancel();
      end();
    },
    /**
     * Called when the person leaves the page. The server keeps the bytes, so that a later visit with the same
     * file continues.
     */
    leave() {
      listening.abort();
      transfer.leave();
    },
  };
}
