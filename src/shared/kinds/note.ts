import { defineKind } from "./define.ts";
import { department, en, fromSession, link, subject, text, university } from "./fields.ts";

export const note = defineKind({
  name: "note",
  title: "topic",
  fields: {
    topic: text(),
    department: department(),
    subject: subject(),
    university: university(),
    driveLink: link(),
  },
  moderation: "before",
  cards: { wide: true, previewHeight: 250 },
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
      listSearch: "For example Binary trees",
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
