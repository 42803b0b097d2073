/** Texts of the home page. */
export const enHome = {
  home: {
    intro:
      "Past papers, answers, notes and books from universities in Bangladesh. Free to read on any phone.",
    search: "Find a paper",
    placeholder: "e.g. CSE 2103",
    departments: "Departments:",
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
