/** Two possible duplicates that an admin marked as different. `oneId` is the smaller id. */
export interface NotSameTable {
  oneId: string;
  otherId: string;
  /** The time of the decision, in epoch milliseconds. */
  saidAt: number;
}
