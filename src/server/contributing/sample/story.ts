/**
 * The people of the sample use the archive: students follow courses, ask for missing papers, and get items back from a
 * moderator. Numbers of students count from 1; items are indexes in `sampleItems`.
 */

/** Texts to the contributors of the Cancelled items, in turn. */
export const returnReasons = [
  "The photo is too dark to read. Please take it again.",
  "Some pages are missing. Please add them.",
  "The link doesn't open for readers. Please share the file with everyone, or upload it.",
  "The year or the exam is missing or wrong. Please correct it.",
];

export interface SampleRequest {
  /** A paper of the course. */
  item: number;
  year: number;
  examType: string;
  students: number[];
}

/** Papers that students ask for. The archive has no approved paper of these exams. */
export const sampleRequests: SampleRequest[] = [
  { item: 0, year: 2023, examType: "mid", students: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] },
  { item: 0, year: 2022, examType: "mid", students: [3, 7, 9] },
  { item: 1, year: 2025, examType: "mid", students: [1, 2, 4, 6, 8, 10, 12] },
  { item: 2, year: 2025, examType: "mid", students: [3, 5, 9] },
  { item: 66, year: 2025, examType: "mid", students: [5, 7, 11, 12] },
  { item: 13, year: 2017, examType: "mid", students: [2, 8] },
  { item: 36, year: 2024, examType: "mid", students: [1, 4, 10] },
];

export interface SampleFollow {
  /** A paper of the course. */
  item: number;
  students: number[];
}

/** Courses that students follow. */
export const sampleFollows: SampleFollow[] = [
  { item: 0, students: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] },
  { item: 66, students: [1, 2, 7] },
  { item: 1, students: [2, 8] },
  { item: 2, students: [3, 9] },
];
