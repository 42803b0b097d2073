/** Texts of the admins' table of universities. */
export const enUniversities = {
  universities: {
    title: "Universities",
    intro:
      "Items refer to these universities. People can type any of the names, and everyone sees the full name.",
    toCheck: "Names to check",
    toCheckIntro:
      "People typed these names, and no university has them. Save a name to confirm it, or merge it into the university that it means.",
    moreToCheck: (count: number) =>
      `${count.toLocaleString("en")} more names wait. They appear when you have checked these, or when you search for them.`,
    search: "Find by any name",
    none: "We found no university with these words.",
    noneToCheck: "There are no names to check.",
    confirmed: "Confirmed universities",
    fields: {
      name: { label: "Full name", hint: "In English, e.g. University of Dhaka" },
      banglaName: { label: "Bangla name", hint: "e.g. ঢাকা বিশ্ববিদ্যালয়" },
      otherNames: { label: "Other names", hint: "Short names and former names, one in each line, e.g. DU" },
      into: { label: "University that stays", hint: "Any of its names" },
    },
    items: "Items",
    actions: "Actions",
    add: "Add university",
    addTitle: "Add a university",
    added: "University added",
    addedDetail: (name: string) => `People can now choose ${name}.`,
    check: "Check",
    checkOf: (name: string) => `Check ${name}`,
    edit: "Edit",
    editOf: (name: string) => `Edit ${name}`,
    back: "All universities",
    unconfirmed: "No admin has confirmed this name yet.",
    save: "Save",
    saveAndConfirm: "Save and confirm",
    saved: "University saved",
    savedDetail: (name: string) => `${name} is confirmed. Its items show the new names within a minute.`,
    mergeTitle: "Merge into another university",
    mergeIntro: (name: string) =>
      `The other university gets all names and items of ${name}. You can't undo this.`,
    merge: "Merge",
    merged: "Universities merged",
    mergedDetail: (into: string) => `All items are moving to ${into}. This takes up to a minute.`,
  },
};
