/** An uploaded PDF that is larger than a paper may be. A job makes it smaller; then it is an ordinary file. */
export interface LargePdfTable {
  /** The id of its upload, the name of its bytes, and later the key of its file. */
  id: string;
  ownerId: string;
  /** The pile that gets the file as a row; null for the file of a form. */
  pileId: string | null;
  name: string;
  /** In bytes. */
  size: number;
  /** The position of the row and the browser's mark for the file, as in `PileArrival`. */
  place: number | null;
  mark: string | null;
  /** The bytes of a `waiting` PDF count towards the quota. `stored` means that its small file counts from now on. */
  state: "waiting" | "stored" | "refused";
  /** JSON of the `Problem` of a refused PDF; otherwise null. */
  problem: string | null;
  /** The page that the job works on, from 1, and the number of pages; 0 before the job starts. */
  page: number;
  pages: number;
  createdAt: number;
}
