export interface ContactMessageTable {
  id: string;
  name: string;
  email: string;
  sub: string;
  mess: string;
  createdAt: number;
  /** Null until an admin has handled the message. */
  handledAt: number | null;
}

/** The admins' contact settings. The table has one row, created when an admin first saves settings. */
export interface ContactDetailsTable {
  /** `operator`. */
  id: string;
  /** Grows by 1 with each change. */
  version: number;
  /** JSON of `ContactSettings`. */
  settings: string;
}
