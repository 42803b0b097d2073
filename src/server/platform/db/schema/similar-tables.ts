/** Two possible duplicates that an admin called different; `oneId` is the lesser. */
export interface NotSameTable {
  oneId: string;
  otherId: string;
  /** Epoch milliseconds. */
  saidAt: number;
}
