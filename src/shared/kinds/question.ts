import { defineKind } from "./define.ts";
import { en, facet, fromSession, link } from "./fields.ts";

export const question = defineKind({
  name: "question",
  title: "subject",
  fields: {
    department: facet("department"),
    subject: facet("subject"),
    code: facet("code"),
    semester: facet("semester"),
    term: facet("term"),
    year: facet("year"),
    examType: facet("examType"),
    heldIn: facet("heldIn"),
    set: facet("set"),
    university: facet("university"),
    driveLink: link(),
  },
  moderation: "before",
  answers: true,
  search: {
    words:
      "question|questions|ques|qus|paper|papers|question paper|question papers|question bank|questions bank|exam paper|" +
      "proshno|prosno|proshnopotro|proshno bank|prosno bank|প্রশ্ন|প্রশ্নপত্র|প্রশ্নব্যাংক|প্রশ্ন ব্যাংক|প্রশ্নগুলো|কোশ্চেন",
    weight: 3,
  },
  ignored: fromSession,
  pages: {
    lists: ["/allQuestions", "/find-questions"],
    details: "/question-details",
    mine: "my-questions",
    add: "add-question",
    admin: "admin-questions",
  },
  calls: {
    create: "postQuestion",
    mine: ["myQuestions"],
    lists: ["allQuestions"],
    listKey: "allQuestions",
    one: "question",
    setStatus: ["QuestionStatusUpdate"],
  },
  words: {
    en: {
      one: "Question",
      many: "Questions",
      menu: "Questions",
      category: "Question Solutions",
      listTitle: "Find All Questions",
      listSearch: "e.g. CSE 2103 or Data Structures",
      mine: "My Questions",
      add: "Add Question",
      manage: "Manage Questions",
      total: "Total Questions",
      added: "Question Added Successfully",
      uploader: "Uploader",
      open: "View Answer",
      empty: "No question papers here yet.",
      fields: en,
    },
  },
});
