import { MAX_PAPER_BYTES } from "../../../shared/files/file-limits.ts";
import type { Messages } from "../../../shared/messages/index.ts";
import { type Chosen, isForeignPicture } from "./chosen-files.ts";
import { type ActiveSending, type Sending, startSending } from "../../page/upload-sending.ts";
import type { AttachedFile } from "../../page/attached-file.ts";
import { joinInBackground } from "./join-in-background.ts";
import { changePhotos, openPhoto, type Photo, type PhotosChange } from "./photos.ts";

export interface UploadState {
  photos: Photo[];
  /** How many photos are still loading. */
  opening: number;
  isGrey: boolean;
  /** The number of the page that is being added to the PDF. */
  joining?: number | undefined;
  sending?: Sending | undefined;
  /** A message about the last event, for screen readers. */
  said: string;
}

export interface UploadEvents {
  onState: (state: UploadState) => void;
  onProblem: (problem: string | undefined) => void;
  onDone: (file: AttachedFile) => void;
}

export type UploadSession = ReturnType<typeof createUploadSession>;

const MAX_PHOTOS = 50;

/** Makes one file from the chosen files and sends it. The session reports every change of its state. */
export function createUploadSession(messages: Messages, { onState, onProblem, onDone }: UploadEvents) {
  const { uploads } = messages;
  let state: UploadState = { photos: [], opening: 0, isGrey: true, said: "" };
  let joinWork: AbortController | undefined;
  let transfer: ActiveSending | undefined;
  const set = (change: Partial<UploadState>) => {
    state = { ...state, ...change };
    onState(state);
  };
  const change = (what: PhotosChange, said = "") => set({ photos: changePhotos(state.photos, what), said });

  function send(file: File) {
    transfer = startSending(file, {
      onStep: (sending) => set({ sending }),
      onDone(attached) {
        change({ do: "clear" });
        onDone(attached);
      },
      onRefused: (reason) => onProblem(reason ?? uploads.problems.refused),
    });
  }

  /** The photos are opened one after another, because a phone has little memory. */
  async function open(files: File[]) {
    if (state.photos.length + state.opening + files.length > MAX_PHOTOS)
      return onProblem(uploads.problems.tooManyPhotos(MAX_PHOTOS));
    set({ opening: state.opening + files.length });
    const before = state.photos.length;
    for (const file of files) {
      const photo = await openPhoto(file).catch(() => undefined);
      set({ opening: state.opening - 1 });
      if (photo) change({ do: "add", photo });
      else if (!isForeignPicture(file)) onProblem(uploads.problems.photoUnreadable(file.name));
      // The server reads pictures that this browser doesn't, but it can't join them in this form.
      else if (files.length > 1 || before > 0) onProblem(uploads.problems.photoForeign(file.name));
      else if (file.size > MAX_PAPER_BYTES) onProblem(messages.files.file_too_large);
      else return send(file);
    }
    set({ said: uploads.pages.added(state.photos.length - before) });
  }

  async function join() {
    const work = new AbortController();
    joinWork = work;
    const { photos: pages, isGrey } = state;
    const name = pages[0]?.file.name.replace(/\.[^.]*$/, "");
    onProblem(undefined);
    set({ joining: 1 });
    const pdf = await joinInBackground(
      { pages, isGrey },
      (page) => set({ joining: page }),
      work.signal,
    ).catch(() => undefined);
    set({ joining: undefined });
    if (work.signal.aborted) return;
    if (!pdf) onProblem(uploads.problems.notJoined);
    else if (pdf.size > MAX_PAPER_BYTES) onProblem(messages.files.file_too_large);
    else send(new File([pdf], `${name}.pdf`, { type: pdf.type }));
  }

  return {
    take: (chosen: Exclude<Chosen, { problem: string }>) =>
      "file" in chosen ? send(chosen.file) : void open(chosen.photos),
    change,
    setGrey: (isGrey: boolean) => set({ isGrey }),
    join,
    stopJoining: () => joinWork?.abort(),
    pause: () => transfer?.pause(),
    resume: () => transfer?.resume(),
    cancel: () => transfer?.cancel(),
    /** Called when the person leaves the page. */
    close() {
      joinWork?.abort();
      transfer?.leave();
    },
  };
}
