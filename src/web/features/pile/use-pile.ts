import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { Suggestions } from "../../page/context.ts";
import { useQueueMessages } from "./queue-messages.ts";
import type { Selection } from "./collect-files.ts";
import { createPileStore, type PileState, type PileStore } from "./pile-store.ts";
import type { ShownPile, ShownRow } from "./pile-view.ts";
import { isZip } from "./take-files.ts";
import { type QueuedFile, queueOf, type QueueState, type UploadQueue } from "./upload-queue.ts";

/** A pile in the browser, with the files that are on their way to it. */
export interface LivePile {
  store: PileStore;
  queue: UploadQueue;
  state: PileState;
  uploads: QueueState;
  /** All rows in order, with those of files that are being uploaded. */
  rows: ShownRow[];
  suggestions: Suggestions;
  addFiles: (selection: Selection) => void;
}

/** Opens a pile in the browser. @param first its data when the page was made */
export function usePile(first: ShownPile, suggestions: Suggestions): LivePile {
  const messages = useQueueMessages();
  const [store] = useState(() => createPileStore(first, messages.pile));
  const queue = queueOf(first.id, messages);
  const state = useSyncExternalStore(store.subscribe, store.state);
  const uploads = useSyncExternalStore(queue.subscribe, queue.state);
  useEffect(() => store.open(), [store]);
  useEffect(() => {
    queue.onArrived(store.pollSoon);
    void queue.findLeft();
    return store.onRows(queue.forgetDone);
  }, [queue, store]);
  const { pile } = state;
  const rows = useMemo(() => merged(pile.rows, uploads.files), [pile.rows, uploads.files]);
  return {
    store,
    queue,
    state,
    uploads,
    rows,
    suggestions,
    addFiles: (selection) =>
      queue.add(selection, Math.max(0, ...pile.rows.map(({ position }) => position)), pile.rows.length),
  };
}

/** The rows of the server and those of uploads, in order. */
function merged(rows: ShownRow[], files: QueuedFile[]): ShownRow[] {
  const places = new Set(rows.map(({ position }) => position));
  const waiting = files.filter((file) => !places.has(file.place) && !isZip(file.name));
  if (waiting.length === 0) return rows;
  return [...rows, ...waiting.map(rowOf)].toSorted((one, other) => one.position - other.position);
}

/** The row of a file that is not on the server yet. */
const rowOf = (file: QueuedFile): ShownRow => ({
  id: `upload ${file.mark}`,
  version: 0,
  position: file.place,
  kind: "question",
  label: file.name,
  status: file.reason === undefined ? "uploading" : "refused",
  problem: file.reason === undefined ? undefined : { code: "upload", message: file.reason },
  fields: {},
  missing: [],
  unconfirmed: [],
  hasTwin: false,
  files: [],
  sendAnyway: false,
  upload: file,
});
