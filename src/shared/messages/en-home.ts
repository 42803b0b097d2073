const many = (count: number): string => count.toLocaleString("en");

/** Texts of the home page. */
export const enHome = {
  home: {
    intro:
      "Past papers, answers, notes and books from universities in Bangladesh. Free to read on any phone.",
    search: "Find a paper",
    placeholder: "e.g. dsa final 2025",
    /** The courses that this browser opened last. */
    courses: "Your courses",
    noCourses: "This browser hasn't opened a course yet.",
    find: "Find your course",
    findHint:
      "Choose your university, then your department and your course. This page then begins with its newest papers.",
    /** A link to a whole list. */
    all: (count: number) => `All ${many(count)}`,
    openPaper: "Open paper",
    /** The link in a missing paper's place: how many people want it. */
    askWith: (count: number) => (count > 0 ? `Ask with ${many(count)}` : "Ask"),
    newest: "Newest papers",
    allNewest: "All new papers",
    /** @param day such as "today", "on Monday" or "21 Nov 2026" */
    added: (day: string) => `added ${day}`,
    today: "today",
    yesterday: "yesterday",
    onDay: (day: string) => `on ${day}`,
    wanted: "Wanted this week",
    /** Below the number of people. */
    wantIt: (count: number) => (count === 1 ? "wants it" : "want it"),
    askToo: "Ask too",
    sheet: {
      exam: "Final Examination",
      course: "CSE 2103",
      title: "Data Structures",
      time: "Time: 3 hours",
      marks: "Full marks: 70",
      score: "62",
    },
    categories: "Featured Categories",
    count: (count: number) => (count === 1 ? "1 item" : `${count.toLocaleString("en")} items`),
    books: "Books",
    booksIntro: "Sample covers of books in the archive.",
    allBooks: "All BOOKS",
    cover: (title: string) => `Sample cover: ${title}`,
    samples: [
      { title: "Data Structures", subject: "CSE" },
      { title: "Digital Logic", subject: "EEE" },
      { title: "Cost Accounting", subject: "BBA" },
      { title: "Linear Algebra", subject: "Mathematics" },
      { title: "Signals and Systems", subject: "EEE" },
      { title: "Computer Networks", subject: "CSE" },
    ],
    values: "What Proshno is for",
    /** The value cards (spec §1, §3). */
    valueCards: [
      {
        id: "information",
        title: "Information",
        discription:
          "See which questions came up at your university. Every paper shows its course code and year.",
      },
      {
        id: "education",
        title: "Education",
        discription: "Read answers, notes and lab reports by students who took the same exam.",
      },
      {
        id: "career",
        title: "Career",
        discription: "Share your solutions under your name and help the students who come after you.",
      },
    ],
    achievements: "Achievements",
    achievementLabels: {
      questions: "total questions",
      users: "users",
      books: "international books",
      asked: "questions asked",
    },
    /** Below the fixed numbers of the specification, so that nobody takes them for the numbers of today. */
    achievementsNote: (papers: string, answers: string) =>
      `Figures of 2022. In the archive today: ${papers} and ${answers}.`,
    reviews: "What readers say",
    ratingOf: (rating: string) => `${rating} out of 5`,
  },
  carousel: {
    /** The type of the element, for screen readers. */
    type: "carousel",
    previous: "Previous",
    next: "Next",
    pause: "Pause",
    play: "Play",
  },
};
