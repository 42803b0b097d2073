/** Words of the home page. */
export const enHome = {
  home: {
    intro: "Past papers, answers, notes and books of universities in Bangladesh. Free to read, on any phone.",
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
    booksIntro: "Drawn samples of what stands on the shelf.",
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
    values: "What it is for",
    /** The value cards (spec §1, §3). */
    valueCards: [
      {
        id: "information",
        title: "Information",
        discription:
          "Which questions came, in which year, at which university: every paper with its course code and date.",
      },
      {
        id: "education",
        title: "Education",
        discription:
          "Answers, notes and lab reports by students who sat the same exam, checked before you read them.",
      },
      {
        id: "career",
        title: "Career",
        discription:
          "What you solve and share stays here under your name, and helps those who come after you.",
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
    previous: "Previous",
    next: "Next",
    pause: "Pause",
    play: "Play",
  },
};
