import type { KillPaper } from "./kill-papers.ts";

/** An unfinished upload, and how many of its bytes the server acknowledged. */
export interface PendingUpload {
  path: string;
  paper: KillPaper;
  cookie: string;
  /** The acknowledged bytes. */
  acknowledged: number;
}

/** A file that the server acknowledged. */
export interface UploadedFile {
  key: string;
  paper: KillPaper;
  cookie: string;
}

/** An item that the server acknowledged. */
export interface KeptItem {
  title: string;
  cookie: string;
  /** The papers that the item can show: two if the response to an edit was lost. */
  papers: KillPaper[];
}

export type Ledger = ReturnType<typeof openLedger>;

/** The server's acknowledgements, as its clients know them. */
export function openLedger() {
  return {
    pending: [] as PendingUpload[],
    files: [] as UploadedFile[],
    items: [] as KeptItem[],
    /** Keys of replaced files, which may be gone. */
    replaced: new Set<string>(),
    /** The problems found, one sentence each. */
    faults: [] as string[],
    /** Called after each acknowledgement. */
    onPromise: () => {},
    requests: { parts: 0, forms: 0, edits: 0, pages: 0, resumed: 0 },
  };
}
