import { DetailedError, Upload } from "tus-js-client";
import { FILE_FIELD } from "../../../shared/files.ts";
import type { AttachedFile } from "./attached-file.ts";
import { takeTabLock } from "./tab-lock.ts";
import { MB } from "../../../shared/bytes.ts";

export interface SendEvents {
  /** @param sent bytes of the file that the server has or is being given */
  onProgress: (sent: number) => void;
  onDone: (file: AttachedFile) => void;
  /** No answer comes; `resume` goes on where it stopped. */
  onLost: () => void;
  /** @param reason in words for the person, where the server gave one */
  onRefused: (reason: string | undefined) => void;
}

export interface SendingFile {
  pause: () => void;
  resume: () => void;
  /** Ends it; the server forgets what it has. */
  cancel: () => void;
  /** Ends it here; who comes back with the same file goes on where it stopped. */
  leave: () => void;
}

const CHUNK = MB;
/** In ms; from the first again after each part that arrives. */
const RETRY_DELAYS = [0, 1_000, 3_000, 5_000, 10_000, 20_000];

/**
 * Sends a file by the tus protocol; one that was begun before, as before a reload, goes on where it stopped, if no other
 * tab is sending it.
 */
export function sendFile(file: File, events: SendEvents): SendingFile {
  const upload = new Upload(file, {
    endpoint: new URL("/uploads", location.href).href,
    chunkSize: CHUNK,
    retryDelays: RETRY_DELAYS,
    metadata: { filename: file.name },
    removeFingerprintOnSuccess: true,
    onProgress: events.onProgress,
    onSuccess({ lastResponse }) {
      void giveBack();
      events.onDone(attachedFile(upload, file, lastResponse.getBody()));
    },
    onError(error) {
      const answer = error instanceof DetailedError ? error.originalResponse : undefined;
      if (!answer || answer.getStatus() >= 500) return events.onLost();
      void giveBack();
      events.onRefused(reasonOf(answer.getBody()));
    },
  });
  const turn = takeTabLock([file.name, file.size, file.lastModified].join(" "));
  const giveBack = async () => (await turn)?.();
  let isReady = false;
  let isOver = false;
  const begin = async () => {
    const isOurs = (await turn) !== undefined;
    const [begun] = isOurs ? await upload.findPreviousUploads() : [];
    if (begun) upload.resumeFromPreviousUpload(begun);
    upload.options.storeFingerprintForResuming = isOurs;
    isReady = true;
    if (!isOver) upload.start();
  };
  void begin();
  const pause = () => {
    isOver = true;
    void upload.abort();
  };
  return {
    pause,
    resume() {
      isOver = false;
      if (isReady) upload.start();
    },
    leave() {
      pause();
      void giveBack();
    },
    cancel() {
      isOver = true;
      void giveBack();
      // Whatever is left of it goes by itself after a day.
      upload.abort(true).catch(() => {});
    },
  };
}

/** Where the answer to the last part was lost, nothing but the address tells that all is there. */
function attachedFile(upload: Upload, { name, size }: File, body: string): AttachedFile {
  const key = upload.url?.split("/").at(-1) ?? "";
  return body ? (JSON.parse(body) as AttachedFile) : { key, name, size };
}

/** The words of an answer that refuses (api/errors.ts). */
function reasonOf(body: string): string | undefined {
  try {
    const { error } = JSON.parse(body) as { error?: { message?: string; fields?: Record<string, string> } };
    return error?.fields?.[FILE_FIELD] ?? error?.message;
  } catch {
    return undefined;
  }
}
