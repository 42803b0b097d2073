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
    moreCourses: "More of your courses",
    noCourses: "This browser hasn't opened a course yet.",
    find: "Find your course",
    findHint:
      "Choose your university, then your department and your course. The home page then begins with the newest papers of this course.",
    /** A link to all universities, and its noun for screen readers. */
    all: (count: number) => (count > 1 ? `All ${many(count)}` : "All"),
    allUniversities: " universities",
    openPaper: "Open paper",
    /** The button in a missing paper's place, with the number of people who asked for the paper. */
    askWith: (count: number) => (count > 0 ? `Ask with ${many(count)}` : "Ask"),
    newest: "Newest papers",
    allNewest: "All new papers",
    /** @param day such as "today", "on Monday" or "21 Nov 2026" */
    added: (day: string) => `added ${day}`,
    today: "today",
    yesterday: "yesterday",
    onDay: (day: string) => `on ${day}`,
    wanted: "Most wanted papers",
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
      `These numbers are from 2022. The archive has ${papers} and ${answers} today.`,
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
