import { driveLink } from "../archive/factories.ts";

export const LINK = driveLink("Spec");

interface Contribution {
  kind: string;
  create: string;
  mine: string;
  lists: string[];
  /**
   * The name of the array beside `count`. Without this name, or without `page`, the response is a bare array.
   */
  wrapped?: string;
  isBareWithoutPage?: boolean;
  one: string;
  setStatus: string[];
  form: Record<string, string>;
  /** Aliases of fields in the response. */
  also?: Record<string, string>;
}

/**
 * Spec §7, written by hand: the calls of each kind, and a payload and a response with the names of spec §3.
 */
export const contributions: Contribution[] = [
  {
    kind: "question",
    create: "/postQuestion",
    mine: "/myQuestions/{email}",
    lists: ["/allQuestions"],
    wrapped: "allQuestions",
    one: "/question/{id}",
    setStatus: ["/QuestionStatusUpdate/{id}"],
    form: {
      department: "CSE",
      subject: "Data Structures",
      code: "CSE 2103",
      semester: "3",
      year: "2019",
      driveLink: LINK,
    },
  },
  {
    kind: "book",
    create: "/postBooks",
    mine: "/myBooks/{email}",
    lists: ["/allBooks"],
    one: "/book/{id}",
    setStatus: ["/BookStatusUpdate/{id}"],
    form: {
      bookName: "CLRS",
      author: "Cormen",
      subject: "Algorithms",
      edition: "4",
      year: "2022",
      driveLink: LINK,
    },
  },
  {
    kind: "note",
    create: "/postNotes",
    mine: "/mynotes/{email}",
    lists: ["/allNotes"],
    one: "/note/{id}",
    setStatus: ["/notesStatusUpdate/{id}"],
    form: { topic: "Binary trees", department: "CSE", subject: "Data Structures", driveLink: LINK },
  },
  {
    kind: "lab",
    create: "/postLabs",
    mine: "/myLabs/{email}",
    lists: ["/allLabs"],
    wrapped: "allLabs",
    isBareWithoutPage: true,
    one: "/lab/{id}",
    setStatus: ["/LabStatusUpdate/{id}", "/labsStatusUpdate/{id}"],
    form: { labName: "Ohm's law", department: "ece", subject: "Circuits", year: "2018", driveLink: LINK },
    also: { LabReportName: "Ohm's law" },
  },
  {
    kind: "syllabus",
    create: "/postSyllabus",
    mine: "/mySyllabus/{email}",
    lists: ["/allSyllabus", "/"],
    one: "/syllabus/{id}",
    setStatus: ["/SyllabusStatusUpdate/{id}"],
    form: { syllabusName: "CSE", year: "2020", driveLink: LINK },
  },
  {
    kind: "blog",
    create: "/postBlogs",
    mine: "/myBlogs/{email}",
    lists: ["/allBlogs"],
    one: "/blog/{id}",
    setStatus: ["/BlogStatusUpdate/{id}"],
    form: { topic: "Exams", blog: "Sleep first.\n\nThen read.", blogImg: "https://example.edu/a.png" },
    also: { BlogImg: "https://example.edu/a.png" },
  },
];
