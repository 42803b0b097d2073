/** The columns that name a course. `universityKey` is "" for papers without a university. */
interface OfCourse {
  universityKey: string;
  codeNorm: string;
}

/** The number of Approved papers of a course. Triggers write it, and the next four tables. */
export interface CourseTable extends OfCourse {
  papers: number;
}

/** The number of papers of one exam of a course. */
export interface CourseCellTable extends OfCourse {
  /** 0 if it is unknown. */
  year: number;
  /** The next two are "" if they are unknown. */
  examType: string;
  term: string;
  papers: number;
}

/** How many papers of a course have a value. */
export interface CourseFactTable extends OfCourse {
  fact: "code" | "title" | "department" | "semester" | "contributor";
  /** The normal form, or the id of a contributor. */
  value: string;
  /** The value as a contributor wrote it; "" for a contributor. */
  spelling: string;
  papers: number;
}

/** The number of courses and papers of a university's department, or of the whole university. */
export interface CourseCountTable {
  universityKey: string;
  /** "" for the whole university. */
  departmentKey: string;
  /** The department as a contributor wrote it; "" for the whole university. */
  department: string;
  courses: number;
  papers: number;
}

/** The number of Approved items with a course title and without a code, such as notes. */
export interface CourseShelfTable {
  kind: string;
  /** "" for items without a university. */
  universityKey: string;
  subjectKey: string;
  items: number;
}

/** A course that an admin merged into another one of the same university. Its papers keep their code. */
export interface CourseMergeTable extends OfCourse {
  intoCodeNorm: string;
  /** The course whose page shows the papers: `intoCodeNorm`, or the course into which that one was merged. */
  shownCodeNorm: string;
  createdAt: number;
}

/** The code and title that an admin gave to a course. */
export interface CourseNameTable extends OfCourse {
  code: string;
  title: string;
  updatedAt: number;
}

/** An exam that was not held. */
export interface ExamNotHeldTable extends OfCourse {
  year: number;
  examType: string;
  /** "" if no term held the exam in this year. */
  term: string;
  createdAt: number;
}

/** The last month of each term. */
export interface TermMonthTable {
  term: string;
  /** 1 to 12; 13 and more for a month of the next year. */
  lastMonth: number;
}

export interface CourseTables {
  course: CourseTable;
  courseCell: CourseCellTable;
  courseFact: CourseFactTable;
  courseCount: CourseCountTable;
  courseShelf: CourseShelfTable;
  courseMerge: CourseMergeTable;
  courseName: CourseNameTable;
  examNotHeld: ExamNotHeldTable;
  termMonth: TermMonthTable;
}
