import { defineKind } from "./define.ts";
import { fromSession, link, ordinal } from "./fields.ts";

export const answer = defineKind({
  name: "answer",
  title: "solveNumber",
  fields: {
    solveNumber: ordinal(),
    solveDriveLink: link({ aliases: ["driveLink"] }),
  },
  moderation: "after",
  parent: { kind: "question", idField: "questionId" },
  // The negative weight puts an answer below its question.
  search: { words: "answer|answers|solution|solutions|solve|solved|উত্তর|সমাধান", weight: -12 },
  ignored: [...fromSession, "subject", "year", "code", "department"],
  pages: { lists: [], add: "add-answer", admin: "admin-answers" },
  calls: {
    create: "addQuestionSolve",
    mine: [],
    lists: [],
    one: "answer",
    children: "questionSolve",
    setStatus: ["AnswerStatusUpdate"],
  },
  words: {
    en: {
      one: "Answer",
      many: "Answers",
      menu: "Answers",
      listTitle: "Answers",
      listSearch: "",
      mine: "My Answers",
      add: "Add your answer",
      manage: "Manage Answers",
      total: "Total Answers",
      // This is the specification's text for the toast (§7).
      added: "order confirmed",
      uploader: "Uploader",
      open: "See Answer",
      empty: "No answers yet. Have you solved this paper? Share your answer.",
      fields: {
        solveNumber: { label: "Question number", hint: "e.g. 1 or 1(a)" },
        solveDriveLink: { label: "Drive link", hint: "The share link to your solution in Google Drive" },
      },
    },
  },
});
