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

/** A department of a university that an admin merged into another one. Its name is an alias of the other one. */
export interface DepartmentMergeTable {
  /** The id of the university. No foreign key, because a renamed university gets another id. */
  universityKey: string;
  /** The normal form of the merged department. */
  departmentKey: string;
  /** The merged department as people saw it. */
  department: string;
  intoKey: string;
  /** The other department as people see it. */
  intoDepartment: string;
  /** The department that shows the items: `intoKey`, or the department into which that one was merged. */
  shownKey: string;
  shownDepartment: string;
  createdAt: number;
}

/** The department that an item had before merges. */
export interface DepartmentMoveTable {
  itemId: string;
  /** The university and the department that the item got. If somebody changes one of them since, the row is outdated. */
  universityKey: string;
  shownKey: string;
  departmentKey: string;
  /** As the contributor wrote it. */
  department: string;
}

export interface UniversityTables {
  university: UniversityTable;
  universityName: UniversityNameTable;
  departmentMerge: DepartmentMergeTable;
  departmentMove: DepartmentMoveTable;
}
