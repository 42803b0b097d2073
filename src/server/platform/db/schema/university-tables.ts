/** A university to which items refer. Times are epoch milliseconds. */
export interface UniversityTable {
  /** The name in lower case (`universityId`); `resource.universityKey` refers to it. */
  id: string;
  /** The name that people see. */
  name: string;
  /** "" if it is unknown. */
  banglaName: string;
  /** 0 for a name that people typed and no admin has confirmed, otherwise 1. */
  isConfirmed: number;
  /**
   * The time of the last change that its items don't show yet in their names and search words; null if they show all
   * changes.
   */
  staleSince: number | null;
  createdAt: number;
  updatedAt: number;
}

/** A name of a university. Each name belongs to one university. */
export interface UniversityNameTable {
  /** `universityNameKey(name)`. */
  key: string;
  universityId: string;
  name: string;
}

export interface UniversityTables {
  university: UniversityTable;
  universityName: UniversityNameTable;
}
