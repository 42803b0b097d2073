/** Words of the search over all kinds. */
export const enSearch = {
  searchPage: {
    title: "Search",
    titleOf: (text: string) => `Search: ${text}`,
    about: "Search questions, answers, notes, books, labs, syllabi and blogs of universities in Bangladesh.",
    label: "Search everything",
    hint: "Course code, title or topic",
    submit: "Search",
    /** @param count exact, or at least so many */
    found: (count: number, isMore: boolean, page: number, pages: number) =>
      `${count.toLocaleString("en")}${isMore ? "+" : ""} found · page ${page} of ${pages}`,
    start:
      "Type a course code such as CSE 2103, a title, a short name such as DSA, or a topic. Bangla works, too.",
    correctedFor: "Showing results for",
    insteadFor: "Search instead for",
    notApplied: (text: string) => `Nothing was found with “${text}”, so it was left out.`,
    incomplete: "The search is being prepared: some items are not found yet.",
    nothing: (text: string) => `Nothing found for “${text}”.`,
    nothingHint: "Try fewer words, or the course code alone.",
    nearest: "The nearest courses",
    request: "Request this paper",
    requestSubject: (text: string) => `Request: ${text}`.slice(0, 190),
    requestText: (text: string) => `I was looking for “${text}” and found nothing. Please add it if you can.`,
    narrow: "Narrow down",
    facets: { kind: "Kind", department: "Department", year: "Year", semester: "Semester" },
    option: (value: string, count: number, isMore: boolean) =>
      `${value} (${count.toLocaleString("en")}${isMore ? "+" : ""})`,
    suggestions: "Suggestions",
    suggested: (count: number) =>
      count === 1 ? "1 suggestion, by the arrow keys" : `${count} suggestions, by the arrow keys`,
    codeName: "Course code",
    examName: "Exam",
  },
  aliases: {
    title: "Short names",
    intro: "What courses are called for short. Who searches for the short name finds the long one, too.",
    fields: {
      alias: { label: "Short name", hint: "One word, such as dsa" },
      phrase: { label: "Stands for", hint: "Words of the title, such as data structures and algorithms" },
    },
    add: "Add short name",
    added: "Short name added",
    addedDetail: (alias: string, phrase: string) => `“${alias}” now finds “${phrase}”.`,
    known: "Short name known already",
    knownDetail: (alias: string, phrase: string) => `“${alias}” found “${phrase}” before.`,
    remove: "Remove",
    removeOf: (alias: string, phrase: string) => `Remove ${alias}: ${phrase}`,
    removed: "Short name removed",
    removedDetail: (alias: string, phrase: string) => `“${alias}” no longer finds “${phrase}”.`,
    actions: "Actions",
  },
};
