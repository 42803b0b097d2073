import { defineKind } from "./define.ts";
import { en, facet, fromSession, link } from "./fields.ts";

export const syllabus = defineKind({
  name: "syllabus",
  title: "syllabusName",
  fields: {
    syllabusName: facet("department"),
    year: facet("year"),
    university: facet("university"),
    driveLink: link(),
  },
  moderation: "before",
  search: { words: "syllabus|syllabi|syllabuses|সিলেবাস", weight: 1 },
  ignored: fromSession,
  pages: {
    lists: ["/allSyllabus"],
    details: "/syllabus-details",
    mine: "my-syllabus",
    add: "add-syllabus",
    admin: "admin-syllabus",
  },
  calls: {
    create: "postSyllabus",
    mine: ["mySyllabus"],
    lists: ["allSyllabus", ""],
    one: "syllabus",
    setStatus: ["SyllabusStatusUpdate"],
  },
  words: {
    en: {
      one: "Syllabus",
      many: "Syllabi",
      menu: "Syllabus",
      category: "Find Syllabus",
      listTitle: "Syllabus",
      listSearch: "e.g. CSE",
      mine: "My Syllabus",
      add: "Add Syllabus",
      manage: "Manage Syllabus",
      total: "Total Syllabus",
      added: "Syllabus Added Successfully",
      uploader: "Uploader",
      open: "See Syllabus",
      empty: "No syllabi here yet.",
      fields: { ...en, syllabusName: { label: "Department" } },
    },
  },
});
