import { defineKind } from "./define.ts";
import { department, en, fromSession, link, university, year } from "./fields.ts";

export const syllabus = defineKind({
  name: "syllabus",
  title: "syllabusName",
  fields: {
    syllabusName: department(),
    year: year(),
    university: university(),
    driveLink: link(),
  },
  moderation: "before",
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
      many: "Syllabus",
      menu: "Syllabus",
      category: "Find Syllabus",
      listTitle: "Syllabus",
      listSearch: "For example CSE",
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
