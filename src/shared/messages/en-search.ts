/** Texts of the search over all kinds. */
export const enSearch = {
  searchPage: {
    title: "Search",
    titleOf: (text: string) => `Search: ${text}`,
    about:
      "Search questions, answers, notes, books, labs, syllabi and blogs from universities in Bangladesh.",
    label: "Search papers, courses, notes and more",
    hint: "Search papers, courses, notes",
    submit: "Search",
    start:
      "Type a course code such as CSE 2103, a title, a short name such as DSA, or a topic. Bangla works too.",
    correctedFor: "Showing results for",
    insteadFor: "Search instead for",
    /** @param texts at least one */
    leftOut: (texts: readonly string[]) => {
      const quoted = texts.map((text) => `“${text}”`);
      const listed =
        quoted.length === 1 ? quoted[0] : `${quoted.slice(0, -1).join(", ")} and ${quoted.at(-1)}`;
      return `Nothing has everything that you typed. We left out ${listed}.`;
    },
    incomplete: "We are still preparing the search. Some items don't appear yet.",
    unanswered: "The search took too long.",
    retry: "Try again",
    cut: "This search took too long, so results may be missing. Try again or use other words.",
    nothing: (text: string) => `No results for “${text}”.`,
    nothingHint: "Try fewer words or only the course code.",
    nearest: "Similar courses",
    nearestPapers: "Papers of these courses",
    request: "Request this paper",
    requestSubject: (text: string) => `Request: ${text}`.slice(0, 190),
    requestText: (text: string) => `I was looking for “${text}” and found nothing. Please add it if you can.`,
    course: (count: number) => (count === 1 ? "Course" : "Courses"),
    allYears: "All years and exams",
    askFor: (exam: string) => `Ask for ${exam}`,
    narrow: "Narrow your search",
    kind: "Kind",
    suggestions: "Suggestions",
    /** @param count the count, or a placeholder for it */
    suggested: (count: number | string) =>
      count === 1
        ? "1 suggestion. Use the arrow keys to choose it."
        : `${count} suggestions. Use the arrow keys to choose one.`,
  },
  card: {
    noAnswers: "No answers yet",
    /** On the cover of an item whose file is on Google Drive. */
    drive: "Drive",
  },
  suggestion: {
    course: "Course",
    paper: "Paper",
    department: "Department",
    papers: (count: number) => (count === 1 ? "1 paper" : `${count.toLocaleString("en")} papers`),
    /** @param text the typed text, or a placeholder for it */
    searchFor: (text: string) => `Search for “${text}”`,
  },
  aliases: {
    title: "Short names",
    intro: "Short names of courses. A search for the short name also finds the full name.",
    fields: {
      alias: { label: "Short name", hint: "One word, such as dsa" },
      phrase: { label: "Full name", hint: "Words from the title, such as data structures and algorithms" },
    },
    add: "Add short name",
    added: "Short name added",
    addedDetail: (alias: string, phrase: string) => `“${alias}” now finds “${phrase}”.`,
    known: "Short name already exists",
    knownDetail: (alias: string, phrase: string) => `“${alias}” already finds “${phrase}”.`,
    remove: "Remove",
    removeOf: (alias: string, phrase: string) => `Remove ${alias}: ${phrase}`,
    removed: "Short name removed",
    removedDetail: (alias: string, phrase: string) => `“${alias}” no longer finds “${phrase}”.`,
    actions: "Actions",
    all: "All short names",
    search: "Find by short name or full name",
    none: "We found no short name with these words.",
  },
};
