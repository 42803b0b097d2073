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

/** The admins' contact settings: one row, from the first time that an admin saves. */
export interface ContactDetailsTable {
  /** `operator`. */
  id: string;
  /** Grows by 1 with each change. */
  version: number;
  /** JSON of `ContactSettings`. */
  settings: string;
}
