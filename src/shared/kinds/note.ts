import { defineKind } from "./define.ts";
import { en, facet, fromSession, link, text } from "./fields.ts";

export const note = defineKind({
  name: "note",
  title: "topic",
  fields: {
    topic: text(),
    department: facet("department"),
    subject: facet("subject"),
    university: facet("university"),
    driveLink: link(),
  },
  moderation: "before",
  cards: { wide: true, previewHeight: 250 },
  search: { words: "note|notes|নোট|নোটস", weight: 1.5 },
  ignored: fromSession,
  pages: {
    lists: ["/allNotes"],
    details: "/note-details",
    mine: "my-notes",
    add: "add-notes",
    admin: "admin-notes",
  },
  calls: {
    create: "postNotes",
    mine: ["mynotes"],
    lists: ["allNotes"],
    one: "note",
    setStatus: ["notesStatusUpdate"],
  },
  words: {
    en: {
      one: "Note",
      many: "Notes",
      menu: "Notes",
      category: "Notes",
      listTitle: "Important Notes",
      listSearch: "e.g. Binary trees",
      mine: "My Notes",
      add: "Add Note",
      manage: "Manage Notes",
      total: "Total Notes",
      added: "Note Added Successfully",
      uploader: "Uploader",
      open: "See Note",
      empty: "No notes here yet.",
      fields: { ...en, topic: { label: "Topic" }, subject: { label: "Subject" } },
    },
  },
});
