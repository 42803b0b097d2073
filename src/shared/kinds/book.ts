import { defineKind } from "./define.ts";
import { en, facet, fromSession, link, ordinal, text } from "./fields.ts";

export const book = defineKind({
  name: "book",
  title: "bookName",
  fields: {
    bookName: text(),
    author: text(),
    subject: facet("subject"),
    edition: ordinal(),
    year: facet("year"),
    university: facet("university"),
    driveLink: link(),
  },
  moderation: "before",
  schemaType: "Book",
  search: { words: "book|books|বই|বইয়ের", weight: 1.5 },
  ignored: fromSession,
  pages: {
    lists: ["/allBooks"],
    details: "/book-details",
    mine: "my-books",
    add: "add-books",
    admin: "admin-books",
  },
  calls: {
    create: "postBooks",
    mine: ["myBooks"],
    lists: ["allBooks"],
    one: "book",
    setStatus: ["BookStatusUpdate"],
  },
  words: {
    en: {
      one: "Book",
      many: "Books",
      menu: "All BOOKS",
      category: "Books",
      listTitle: "Books Collection",
      listSearch: "e.g. Algorithms, or an author",
      mine: "My Books",
      add: "Add Book",
      manage: "Manage Books",
      total: "Total Books",
      added: "Book Added Successfully",
      uploader: "Uploader",
      open: "See Book",
      empty: "No books here yet.",
      fields: {
        ...en,
        bookName: { label: "Book name" },
        author: { label: "Author" },
        subject: { label: "Subject" },
        edition: { label: "Edition", hint: "As printed, e.g. 2nd" },
      },
    },
  },
});
