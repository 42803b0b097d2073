/** The types of the sample data. Field names are the same as in the API. */

export interface SamplePerson {
  displayName: string;
  email: string;
  /** The stored value, such as `ece` for EEE and `bba` for BBA. */
  department: string;
  roll: string;
  university: string;
}

export interface SampleCourse {
  department: string;
  code: string;
  title: string;
  /** "1" to "8". */
  semester: string;
  university: string;
}

export type SampleStatus = "Approved" | "Pending" | "Cancelled";

export type ExamType = "class-test" | "quiz" | "mid" | "final" | "improvement";

export type Term = "spring" | "summer" | "fall" | "winter";

export interface SampleFields {
  question: {
    department: string;
    subject: string;
    code: string;
    semester: string;
    year: string;
    driveLink: string;
    university?: string;
    examType?: ExamType;
    term?: Term;
    set?: string;
  };
  book: {
    bookName: string;
    author: string;
    subject: string;
    edition: string;
    year: string;
    driveLink: string;
    university?: string;
  };
  note: {
    topic: string;
    department: string;
    subject: string;
    driveLink: string;
    university?: string;
  };
  lab: { labName: string; department: string; subject: string; year: string; driveLink: string };
  syllabus: { syllabusName: string; year: string; driveLink: string };
  blog: { topic: string; blog: string; blogImg: string };
}

export type SampleKind = keyof SampleFields;

export interface SampleProvenance {
  /** The email of a sample person. */
  uploader: string;
  status: SampleStatus;
  /** The time of the contribution, in epoch milliseconds. */
  createdAt: number;
}

export interface SampleItemOf<K extends SampleKind> extends SampleProvenance {
  kind: K;
  fields: SampleFields[K];
}

export type SampleItem = { [K in SampleKind]: SampleItemOf<K> }[SampleKind];

export interface SampleAnswer {
  /** The index in `sampleItems` of an Approved question. */
  question: number;
  solveNumber: string;
  solveDriveLink: string;
  by: string;
  status: "Approved" | "Cancelled";
  createdAt: number;
}

export interface SampleReview {
  by: string;
  comment: string;
  /** "1" to "5" in steps of 0.5. */
  rating: string;
}

export interface SampleBlogText {
  topic: string;
  blog: string;
}
