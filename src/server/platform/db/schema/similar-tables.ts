/** Two possible duplicates that an admin marked as different. `oneId` is the smaller id. */
export interface NotSameTable {
  oneId: string;
  otherId: string;
  /** Epoch milliseconds. */
  saidAt: number;
}
