import { problemText } from "../../../shared/messages/index.ts";
import type { QueueMessages } from "./queue-messages.ts";
import { MAX_PILE_ROWS } from "../../../shared/files/pile-limits.ts";
import type { ActiveSending, SendingEvents } from "../../page/upload-sending.ts";
import { createStore } from "../../ui/create-store.ts";
import { createUnloadGuard } from "../../ui/unload-guard.ts";
import type { Selection } from "./collect-files.ts";
import { createKeptInTab } from "./kept-in-tab.ts";
import { isZip, takeFiles } from "./take-files.ts";

/** A chosen file on its way to the pile. */
export interface QueuedFile {
  mark: string;
  name: string;
  /** In bytes. */
  size: number;
  /** The position of its row. */
  place: number;
  /** How many bytes the server has. */
  sent: number;
  status: "queued" | "going" | "waiting" | "done" | "refused";
  /** Why the server refused the file: a sentence. */
  reason?: string | undefined;
  /** When the server had the whole file, in ms since the page was opened. */
  doneAt?: number;
}

export interface QueueState {
  files: QueuedFile[];
  /** The finished files that the queue has forgotten since it was last empty, and their bytes. */
  forgotten: { files: number; bytes: number };
  /** The names of files that closed or reloaded pages of this browser did not finish. */
  left: string[];
  /** How many chosen files were in the pile already. */
  known: number;
  /** Sentences about the last chosen files that were not added. */
  problem: string | undefined;
}

export type UploadQueue = ReturnType<typeof createUploadQueue>;

const CONCURRENCY = 4;
/** The delay before an upload that the server didn't answer is tried again, in ms. */
const AGAIN = 5_000;
/** The distance between the places of two selections, so that rows of a ZIP fit between them. */
const GAP = 1_000;
/** The status of a file that the pile has already. */
const CONFLICT = 409;
const BAD_INPUT = 400;
const TOO_LARGE = 413;

const NONE = { files: 0, bytes: 0 };

interface Entry extends QueuedFile {
  file: File;
}

/** Uploads chosen files to a pile, four at a time. A file that is chosen again continues where it was. */
export function createUploadQueue(pileId: string, messages: QueueMessages) {
  /** The files that are sent now; undefined while the code that sends them is loaded. */
  const active = new Map<string, ActiveSending | undefined>();
  let entries: Entry[] = [];
  const { state, set, subscribe } = createStore<QueueState>({
    files: [],
    forgotten: NONE,
    left: [],
    known: 0,
    problem: undefined,
  });
  let arrived = () => {};

  const kept = createKeptInTab<string>(`pile-uploads ${pileId}`);
  const guardUnload = createUnloadGuard();
  let hasLooked = false;

  /** Asks the person before they leave, and keeps the names, while files are on their way. */
  function guard(): void {
    const { left } = state();
    const open = entries.filter(({ status }) => status !== "done" && status !== "refused");
    kept.keep([...new Set([...left, ...open.map(({ name }) => name)])]);
    guardUnload(open.length > 0);
  }

  const show = (change: Partial<QueueState> = {}) => {
    set({ ...change, files: entries });
    guard();
  };
  const change = (mark: string, to: Partial<QueuedFile>) => {
    entries = entries.map((entry) => (entry.mark === mark ? { ...entry, ...to } : entry));
    show();
  };

  function next(): void {
    const queued = entries.filter(({ status }) => status === "queued");
    // A ZIP is last, so that its papers come after the files that were chosen with it.
    const turn = queued.find(({ name }) => !isZip(name)) ?? queued[0];
    if (!turn || active.size >= CONCURRENCY) return;
    begin(turn);
    next();
  }

  function begin({ file, mark, place, name, size }: Entry): void {
    const finish = (to: Partial<QueuedFile>) => {
      active.delete(mark);
      change(mark, to);
      arrived();
      next();
    };
    change(mark, { status: "going" });
    const renamed = name === file.name ? file : new File([file], name, file);
    const events: SendingEvents = {
      onStep(sending) {
        if (!sending) return;
        const isLost = sending.status !== "going";
        change(mark, { sent: sending.sent, status: isLost ? "waiting" : "going" });
        if (sending.status === "stopped") setTimeout(() => active.get(mark)?.resume(), AGAIN);
      },
      onDone: () => finish({ status: "done", sent: size, doneAt: performance.now() }),
      onRefused(reason, status) {
        if (status === CONFLICT) {
          entries = entries.filter((entry) => entry.mark !== mark);
          show({ known: state().known + 1 });
          return finish({});
        }
        // The pile names a file that was refused for itself, as a row with the reason; a full pile has no place for this row.
        const isFull = reason === problemText(messages, "", { code: "pileFull" });
        const isNamed = !isFull && (status === BAD_INPUT || status === TOO_LARGE);
        finish({
          status: isNamed ? "done" : "refused",
          reason: reason ?? messages.pile.upload.failed,
          doneAt: performance.now(),
        });
      },
    };
    const metadata = { pile: pileId, place: String(place), mark };
    active.set(mark, undefined);
    // The server must not load this module: on Node, its library changes how the process handles signals.
    import("../../page/upload-sending.ts")
      .then(({ startSending }) => {
        if (!active.has(mark)) return undefined;
        return active.set(mark, startSending(renamed, events, { metadata, place: pileId }));
      })
      .catch(() => {
        change(mark, { status: "waiting" });
        setTimeout(() => {
          if (active.delete(mark)) change(mark, { status: "queued" });
          next();
        }, AGAIN);
      });
  }

  return {
    subscribe,
    state,

    /** @param call called whenever the pile on the server may have a new row */
    onArrived(call: () => void) {
      arrived = call;
    },

    /**
     * Adds chosen files in their order.
     * @param lastPlace the position of the last row of the pile
     * @param rows the number of rows of the pile
     */
    add(selection: Selection, lastPlace: number, rows: number): void {
      const marks = new Set(entries.map(({ mark }) => mark));
      const open = entries.filter(({ status }) => status !== "done").length;
      const places = MAX_PILE_ROWS - rows - open;
      const { taken, known, problem } = takeFiles(selection, messages, { marks, places });
      const first = Math.max(lastPlace, ...entries.map(({ place }) => place)) + GAP;
      entries = [
        ...entries,
        ...taken.map(({ file, path, mark }, index): Entry => {
          const { size } = file;
          return { file, mark, name: path, size, place: first + index, sent: 0, status: "queued" };
        }),
      ];
      // Without a file on its way, the numbers of the progress begin anew.
      const names = new Set(selection.files.map(({ path }) => path));
      const left = state().left.filter((name) => !names.has(name));
      show({ known, problem, left, ...(open === 0 && { forgotten: NONE }) });
      next();
    },

    /** Looks once for the names of files that closed or reloaded pages did not finish. */
    async findLeft(): Promise<void> {
      if (hasLooked) return;
      hasLooked = true;
      const names = await kept.takeOver();
      const going = new Set(entries.map(({ name }) => name));
      if (names.length > 0) show({ left: names.filter((name) => !going.has(name)) });
    },

    /** Forgets the names of files that were not finished. */
    forgetLeft(): void {
      show({ left: [] });
    },

    /** Tries a refused file again. */
    retry(mark: string): void {
      change(mark, { status: "queued", reason: undefined });
      next();
    },

    /** Takes a file out of the queue. The server deletes its bytes. */
    cancel(mark: string): void {
      active.get(mark)?.cancel();
      active.delete(mark);
      entries = entries.filter((entry) => entry.mark !== mark);
      show();
      next();
    },

    /**
     * Forgets files that were done before the page asked for the rows. The row of a file whose upload continued after a
     * reload can have another place than the file.
     * @param askedAt in ms since the page was opened
     */
    forgetDone(askedAt: number): void {
      const left = entries.filter(({ status, name, doneAt = Infinity }) => {
        return status !== "done" || (!isZip(name) && doneAt > askedAt);
      });
      if (left.length === entries.length) return;
      const gone = entries.filter((entry) => !left.includes(entry));
      const { files, bytes } = state().forgotten;
      entries = left;
      show({
        forgotten: {
          files: files + gone.length,
          bytes: bytes + gone.reduce((sum, { size }) => sum + size, 0),
        },
      });
    },
  };
}

const queues = new Map<string, UploadQueue>();

/** The queue of a pile, which goes on while the person is on another page of the dashboard. */
export function queueOf(pileId: string, messages: QueueMessages): UploadQueue {
  const known = queues.get(pileId);
  if (known) return known;
  const made = createUploadQueue(pileId, messages);
  // The server draws the page of a pile, and must not remember it.
  if (typeof document === "undefined") return made;
  queues.set(pileId, made);
  return made;
}
