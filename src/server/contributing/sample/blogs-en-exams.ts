import type { SampleBlogText } from "./types.ts";

/** Original texts about exams and past papers, written for this sample. */
export const examBlogs: SampleBlogText[] = [
  {
    topic: "How to use past papers without fooling yourself",
    blog: `A past paper is a measuring tape, not a crystal ball. Many of us read five years of questions, feel that everything looks familiar, and walk into the hall with nothing we can actually write down. Reading a question and answering it are two different skills, and only one of them is examined.

Start with the newest paper and keep it sealed for the end. Take an older one, put your phone in another room, and answer two full questions on plain paper within the time they would have in the hall. Then open the answers and mark your own script with a red pen. Write beside each lost mark why it was lost: I did not know it, I knew it but was slow, or I misread the question. The three need different medicine.

After three papers, make a small table with the topics down the side and the years across the top. Topics with a tick in almost every column deserve your best hours. Topics with a single tick still deserve one reading, because a teacher who has just changed the course will not repeat old habits.

Keep the sealed paper for the last weekend. Sit for the whole three hours. Whatever score you give yourself that day is the most honest forecast you will get, and you will still have a few days to act on it.`,
  },
  {
    topic: "A two-week plan before the semester final",
    blog: `Two weeks sound short, but fourteen planned days beat a month of worry. This plan assumes five courses; stretch it or shrink it as you need.

**Days 1 and 2: collect.** Put the syllabus, your class notes, and at least three past papers of every course in one folder. Ask for what is missing now, not on the night before.

**Days 3 to 9: build.** Give each course one and a half days. Work from the syllabus line by line. For every line write half a page from memory, then check it. Solve one past question on that line at once, while it is warm.

**Days 10 to 12: test.** One old paper a day, full time, in the morning if your exams are in the morning. Spend the afternoon only on what went wrong.

**Day 13: sheets.** One sheet for each course: formulas, definitions, the two mistakes you always make. If it does not fit on one sheet, you are still copying, not choosing.

**Day 14: rest early.** Check your admit card, calculator battery and seat plan. Read the sheet of the first course once and sleep.

If you fall a day behind, do not squeeze two days into one. Drop the least frequent topic and move on. A plan that forgives you is a plan you will still be following in the second week.`,
  },
  {
    topic: "The class test you ignored: small marks add up",
    blog: `In many departments nearly a third of the final grade is settled before anybody enters the examination hall. Class tests, quizzes, attendance and assignments arrive quietly, five or ten marks at a time, and we treat them as noise. Then the result comes out and we are two marks short of the next grade.

Think of it as a price list. To gain five marks in a three-hour final you may need a whole new chapter. To gain five marks in a class test you often need one evening with the last two lectures. No other marks in the semester are sold so cheaply.

Three habits make the difference. First, write the date of every announced test on the same page, so that you can see two of them colliding a week ahead. Second, after each lecture write one question that the teacher could ask from it; by the time of the test you hold your own question bank. Third, collect the old class tests of the course. They are short, they repeat more than finals do, and ten of them can be solved in an afternoon.

And when you miss a test for a real reason, go to the teacher within the week, with the paper that proves it. A polite request on the third day is worth more than a desperate one on the last.`,
  },
  {
    topic: "Writing the exam in English after twelve years in Bangla",
    blog: `Many first-year students understand a topic perfectly and still lose marks because the answer has to be written in English. If you studied in Bangla medium, this is a problem of practice and not of ability, and it can be mended in one semester.

Begin with the words of the subject. For each chapter keep two columns: the term in English and its meaning in the language you think in. Twenty terms a chapter are enough. Say them aloud, because a word you have never spoken is hard to write quickly.

Next, learn a few honest sentence patterns. "X is defined as ...", "This happens because ...", "The difference between X and Y is that ...". Short sentences are not a sign of weakness. An examiner with two hundred scripts is grateful for every one of them.

Then practise with past papers. Write the plan of the answer in Bangla if that is faster, then the answer itself in English, without a dictionary. Look words up only after you have finished, and rewrite the two worst sentences.

Finally, use diagrams, tables and worked steps wherever the subject allows. They carry marks in any language. By the second semester you will notice that the plan in Bangla has become shorter, and one day you will notice that you forgot to write it.`,
  },
  {
    topic: "After a bad semester: how to begin again",
    blog: `A poor result feels like a verdict, but it is only a measurement taken on a few days of your life. What you do in the following month matters more than the number itself.

Give yourself two days to be disappointed. Then sit down with the mark sheet and be exact. Which courses fell, and by how much? Was it the final, the class tests, or the attendance? "I did badly" cannot be repaired. "I lost eleven marks because I missed two class tests" can.

Talk to one person who has power over the matter: your adviser or a course teacher. Ask about the rules for improvement and retake exams in your department, their dates and their fees. These rules differ between universities, and what a friend remembers is often from an older batch.

Choose one course to improve first, preferably one that other courses stand on. Collect its improvement papers from the archive; they are set by the same teachers, and often lean on the same chapters.

Do not plan to study twelve hours a day. Plan two, at a fixed hour, and keep them for a month. And if the reason for the bad semester was illness, money, or trouble at home, say so to somebody at the university. Help exists more often than it is advertised.`,
  },
];
