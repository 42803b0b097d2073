import { DetailedError, Upload } from "tus-js-client";
import { FILE_FIELD } from "../../shared/files/files.ts";
import type { AttachedFile } from "./attached-file.ts";
import { takeTabLock } from "./tab-lock.ts";
import { MB } from "../../shared/text/bytes.ts";

export interface SendEvents {
  /** @param sent how many bytes of the file the server has or is receiving */
  onProgress: (sent: number) => void;
  onDone: (file: AttachedFile) => void;
  /** Called if the server doesn't respond. `resume` continues from the last byte. */
  onLost: () => void;
  /**
   * @param reason a sentence for the person, if the server sent one
   * @param status of the response
   */
  onRefused: (reason: string | undefined, status: number) => void;
}

export interface SendOptions {
  /** Metadata of the upload besides the file's name. */
  metadata?: Record<string, string>;
  /** A text that differs for uploads of one file to different places, so that none continues another one. */
  place?: string;
}

export interface SendingFile {
  pause: () => void;
  resume: () => void;
  /** Cancels the upload. The server deletes its bytes. */
  cancel: () => void;
  /**
   * Stops the upload in this page. If the person chooses the same file again later, the upload continues from
   * the last byte.
   */
  leave: () => void;
}

const CHUNK = MB;
/** The status of a server whose disk is full. Only the person may try this again (RFC 4918, section 11.5). */
const NO_SPACE = 507;
/** The delays between retries, in ms. After each part that arrives, the first delay is used again. */
const RETRY_DELAYS = [0, 1_000, 3_000, 5_000, 10_000, 20_000];

/**
 * Sends a file with the tus protocol. It continues an earlier upload of the same file, for example after a
 * reload, unless another tab is sending it.
 */
export function sendFile(
  file: File,
  events: SendEvents,
  { metadata = {}, place = "" }: SendOptions = {},
): SendingFile {
  const upload = new Upload(file, {
    endpoint: new URL("/uploads", location.href).href,
    chunkSize: CHUNK,
    retryDelays: RETRY_DELAYS,
    onShouldRetry: mayRetry,
    metadata: { filename: file.name, ...metadata },
    ...(place !== "" && {
      fingerprint: () =>
        Promise.resolve(["proshno", place, file.name, file.size, file.lastModified].join(" ")),
    }),
    removeFingerprintOnSuccess: true,
    onProgress: events.onProgress,
    onSuccess({ lastResponse }) {
      void giveBack();
      events.onDone(attachedFile(upload, file, lastResponse.getBody()));
    },
    onError(error) {
      const answer = error instanceof DetailedError ? error.originalResponse : undefined;
      if (!answer || (answer.getStatus() >= 500 && answer.getStatus() !== NO_SPACE)) return events.onLost();
      void giveBack();
      events.onRefused(reasonOf(answer.getBody()), answer.getStatus());
    },
  });
  const turn = takeTabLock([place, file.name, file.size, file.lastModified].join(" "));
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
      // The server's sweeper removes the rest after a day.
      upload.abort(true).catch(() => {});
    },
  };
}

/** Retries after each failure that can pass. A conflict can pass for a part, and never for a new upload. */
function mayRetry({ originalRequest, originalResponse }: DetailedError): boolean {
  const status = originalResponse?.getStatus() ?? 0;
  const isNew = originalRequest.getMethod() === "POST";
  const isBroken = status >= 500 && status !== NO_SPACE;
  const canPass = status < 400 || isBroken || status === 423 || (status === 409 && !isNew);
  return canPass && navigator.onLine;
}

/** If the response to the last part was lost, the file's key is taken from the upload's address. */
function attachedFile(upload: Upload, { name, size }: File, body: string): AttachedFile {
  const key = upload.url?.split("/").at(-1) ?? "";
  return body ? (JSON.parse(body) as AttachedFile) : { key, name, size };
}

/** The message of an error response (api/errors.ts). */
function reasonOf(body: string): string | undefined {
  try {
    const { error } = JSON.parse(body) as { error?: { message?: string; fields?: Record<string, string> } };
    return error?.fields?.[FILE_FIELD] ?? error?.message;
  } catch {
    return undefined;
  }
}
