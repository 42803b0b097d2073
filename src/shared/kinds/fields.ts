import { MAX_IMAGE_BYTES } from "../file-limits.ts";
import type { Field } from "./define.ts";

/** Fields that several kinds share, with the bounds of each. */
export const text = (extra: Partial<Field> = {}): Field => ({
  type: "text",
  required: true,
  max: 200,
  ...extra,
});
/** The longest long text, in UTF-16 code units. */
export const LONGEST_TEXT = 100_000;
export const longText = (extra: Partial<Field> = {}): Field => ({
  type: "longText",
  required: true,
  max: LONGEST_TEXT,
  ...extra,
});
export const ordinal = (extra: Partial<Field> = {}): Field => ({
  type: "ordinal",
  required: true,
  max: 60,
  ...extra,
});
/** The longest address, in characters; an index entry of PostgreSQL holds 2,704 bytes. */
export const LINK_MAX = 2_000;
export const link = (extra: Partial<Field> = {}): Field => ({
  type: "link",
  required: true,
  max: LINK_MAX,
  ...extra,
});
/** A raster image as an https address or a data URL. Base64 takes a third more than the bytes. */
export const image = (extra: Partial<Field> = {}): Field => ({
  type: "image",
  required: true,
  max: 1.4 * MAX_IMAGE_BYTES,
  ...extra,
});

export const department = (extra: Partial<Field> = {}): Field => ({
  type: "department",
  required: true,
  max: 100,
  column: "department",
  ...extra,
});
export const subject = (): Field => text({ column: "subject" });
export const code = (): Field => text({ max: 40, column: "code" });
/** Optional, because many papers don't print it. */
export const semester = (): Field => ordinal({ required: false, isAlwaysGiven: true, column: "semester" });
export const year = (): Field => ({ type: "year", required: true, max: 4, column: "year" });
export const university = (): Field => text({ required: false, column: "university" });
export const examType = (): Field => ({
  type: "choice",
  required: false,
  max: 20,
  column: "examType",
  options: ["class-test", "quiz", "mid", "final", "improvement", "lab"],
});

/** Payload fields that every contribution may carry and the server takes from the session. */
export const fromSession = ["status", "userName", "email"] as const;

/** English words of the shared fields. */
export const en = {
  department: { label: "Department", hint: "For example CSE, EEE or BBA" },
  subject: { label: "Course title" },
  code: { label: "Course code", hint: "For example CSE 2103" },
  semester: { label: "Semester", hint: "As printed, for example 3rd or L-2 T-1" },
  year: { label: "Year" },
  university: { label: "University" },
  driveLink: { label: "Drive link", hint: "The share link of a file in Google Drive, or another https link" },
  examType: {
    label: "Exam",
    options: {
      "class-test": "Class test",
      quiz: "Quiz",
      mid: "Mid-term",
      final: "Final",
      improvement: "Improvement",
      lab: "Lab exam",
    },
  },
};
