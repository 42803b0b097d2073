export interface ContactMessageTable {
  id: string;
  name: string;
  email: string;
  sub: string;
  mess: string;
  createdAt: number;
  /** Null until an admin has dealt with it. */
  handledAt: number | null;
}

/** What admins set of the operator: one row, once they set anything. */
export interface ContactDetailsTable {
  /** `operator`. */
  id: string;
  /** One more with each change. */
  version: number;
  /** JSON of `ContactSettings`. */
  settings: string;
}
