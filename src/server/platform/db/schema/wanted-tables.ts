/**
 * A person's request for a missing paper. `codeNorm` is the course that the asked one was merged into, or the asked
 * one itself; triggers keep it.
 */
export interface CourseRequestTable {
  userId: string;
  /** The id of the university; "" for courses without one. */
  universityKey: string;
  /** The course that the person asked at. */
  askedCode: string;
  codeNorm: string;
  year: number;
  examType: string;
  /** "" for any term. */
  term: string;
  createdAt: number;
  /** The paper that the person was told about; null if nobody has told them yet. */
  toldOf: string | null;
  toldAt: number | null;
}

/** A missing paper, with the number of its requests. Triggers derive it from the requests and the papers. */
export interface WantedPaperTable {
  universityKey: string;
  codeNorm: string;
  year: number;
  examType: string;
  term: string;
  requests: number;
  /** 1 while the paper is missing. */
  isOpen: number;
  /** 1 when everyone who asked was told about the paper that is there now. */
  isTold: number;
  /** How often the schedule still checks `isOpen`. */
  rechecks: number;
}

/** A person who follows a course. `codeNorm` is as in `CourseRequestTable`. */
export interface CourseFollowTable {
  userId: string;
  universityKey: string;
  /** The course that the person followed. */
  askedCode: string;
  codeNorm: string;
  createdAt: number;
}

/**
 * A paper or an answer of a followed course, from its approval on. Triggers write it. A row can outlive its item; then it
 * is never shown, and the hourly sweep removes it.
 */
export interface CourseNewsTable {
  itemId: string;
  universityKey: string;
  /** The code of the paper itself, also if its course was merged. */
  codeNorm: string;
  publishedAt: number;
}

export interface WantedTables {
  courseRequest: CourseRequestTable;
  wantedPaper: WantedPaperTable;
  courseFollow: CourseFollowTable;
  courseNews: CourseNewsTable;
}
