import type { KillPaper } from "./kill-papers.ts";

/** An upload that was begun, and how much of it the server said to have. */
export interface PendingUpload {
  path: string;
  paper: KillPaper;
  cookie: string;
  /** In bytes. */
  acknowledged: number;
}

/** A file that the server said to have. */
export interface HandedFile {
  key: string;
  paper: KillPaper;
  cookie: string;
}

/** An item that the server said to have. */
export interface KeptItem {
  title: string;
  cookie: string;
  /** What it may show: two papers where the answer to an edit was lost. */
  papers: KillPaper[];
}

export type Ledger = ReturnType<typeof openLedger>;

/** What the server promised, as those know who were promised it. */
export function openLedger() {
  return {
    pending: [] as PendingUpload[],
    files: [] as HandedFile[],
    items: [] as KeptItem[],
    /** Keys of files whose items were given others, and which may be gone. */
    replaced: new Set<string>(),
    /** What was found wrong, a sentence each. */
    faults: [] as string[],
    /** Told of a promise. */
    onPromise: () => {},
    requests: { parts: 0, forms: 0, edits: 0, pages: 0, resumed: 0 },
  };
}
