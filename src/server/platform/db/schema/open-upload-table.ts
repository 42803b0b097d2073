/** An unfinished upload. Its bytes count before they arrive, on all servers. */
export interface OpenUploadTable {
  /** The id of the upload, and later the key of its file. */
  id: string;
  ownerId: string;
  /** The pile that the upload names; null for the file of a form. */
  pileId: string | null;
  /** The name of a pile's file; null for the file of a form, and for an upload from a release before this column. */
  name: string | null;
  /** How many papers the upload will be: 0 for a photo of a pile and for a ZIP, whose papers count when they are out. */
  papers: 0 | 1;
  /** The announced size, in bytes. */
  size: number;
  /** How many bytes the server has. */
  arrived: number;
  /** JSON of the `Allowance` that this upload took; bytes that never arrive are given back. */
  allowance: string;
  /** When the last byte arrived, in epoch milliseconds. */
  writtenAt: number;
}
