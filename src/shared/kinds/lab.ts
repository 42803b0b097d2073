import { defineKind } from "./define.ts";
import { en, facet, fromSession, link, text } from "./fields.ts";

export const lab = defineKind({
  name: "lab",
  title: "labName",
  fields: {
    labName: text({ aliases: ["LabReportName"] }),
    department: facet("department"),
    subject: facet("subject"),
    year: facet("year"),
    university: facet("university"),
    driveLink: link(),
  },
  moderation: "before",
  search: {
    words:
      "lab|labs|laboratory|sessional|sessionals|practical|lab report|lab reports|lab manual|ল্যাব|ল্যাব রিপোর্ট",
    onTitles: "lab|laboratory|sessional|practical",
    weight: 1,
  },
  ignored: fromSession,
  pages: {
    lists: ["/allLabs"],
    details: "/lab-details",
    mine: "my-labs",
    add: "add-labs",
    admin: "admin-labs",
  },
  calls: {
    create: "postLabs",
    mine: ["myLabs"],
    lists: ["allLabs"],
    listKey: "allLabs",
    isBareWithoutPage: true,
    one: "lab",
    setStatus: ["LabStatusUpdate", "labsStatusUpdate"],
  },
  words: {
    en: {
      one: "Lab",
      many: "Labs",
      menu: "Labs",
      category: "Lab Solutions",
      listTitle: "Lab Reports and Solutions",
      listSearch: "e.g. Ohm's law",
      mine: "My Labs",
      add: "Add Lab",
      manage: "Manage Labs",
      total: "Total Labs",
      added: "Lab Added Successfully",
      uploader: "Uploader",
      open: "See Lab",
      empty: "No lab material here yet.",
      fields: { ...en, labName: { label: "Lab name" }, subject: { label: "Subject" } },
    },
  },
});
