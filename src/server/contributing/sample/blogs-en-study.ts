import type { SampleBlogText } from "./types.ts";

/** Original texts about everyday study, written for this sample. */
export const studyBlogs: SampleBlogText[] = [
  {
    topic: "Photograph a question paper so that others can read it",
    blog: `Somebody in the next batch will try to read your photo at midnight on a small screen. Two minutes of care now will save them an hour.

- Lay the paper flat on a dark table. Folds make shadows that swallow subscripts.
- Use daylight from a window beside you. A ceiling lamp behind your head puts your own shadow on the page.
- Hold the phone level with the page and let the paper fill the frame. Tilted photos can be straightened by software, but the far edge stays blurred.
- Take one page per photo, in order, front before back.
- Before you leave the spot, open each photo and zoom in on the smallest text. If you cannot read it, nobody can.

Cover your roll number and any marks before taking the picture. The archive needs the questions, not your identity.

Then write down the facts while you still remember them: course code, course title, semester, year, and whether it was a class test, a mid-term or a final. A perfect photo with the wrong year misleads people; a plain photo with the right facts is a gift. If part of a page is damaged, share it anyway and say so. Half a paper is more than the next batch has now.`,
  },
  {
    topic: "Studying on a small phone and a small data pack",
    blog: `Not everybody has a laptop, and data is not free. A whole semester can still be run from an inexpensive phone if you treat megabytes as pocket money.

Download once, read many times. When you have Wi-Fi on campus, fetch the papers for the week and keep them in one folder, named by course code and year. A file called "cse2103-final-2024" can be found in a second; a file called "document (14)" cannot.

Look at the size before you tap. A scanned paper of four pages should rarely be larger than a megabyte. If somebody has shared a huge one, ask them for a smaller scan, or make it yourself and share it with the next reader.

Read with your pen, not with your thumb. Copy the question on paper, close the phone, and solve it there. Your battery lasts longer, and so does your attention.

Switch off automatic playing of videos in every app you use, and turn the screen brightness down at night. For long texts, use the reading view of the browser, which drops the decoration and keeps the words.

Last, make a paper list of three things you want to find before you go online. Search for those three and leave. The rest of the internet will still be there after the exam.`,
  },
  {
    topic: "A lab report that takes one evening",
    blog: `Lab reports eat weekends because we leave them until the numbers in the notebook have stopped making sense. The cure is to write most of the report before and during the lab.

Before the lab, write the objective in two sentences, copy the circuit or the apparatus in pencil, and prepare an empty table with units in the headings. If you cannot draw the table, you have not understood what will be measured, and that is the right moment to ask.

During the lab, write each reading straight into the table, even the ugly ones. Note the number of the instrument and anything strange: a loose wire, a warm resistor, a reading that would not settle. These notes become your discussion.

On the same evening, while you still remember it, do the calculation and draw the graph. Mark the points clearly and do not force the line through all of them. Then write the discussion as answers to three questions. What did theory promise? What did we get? What is the most likely reason for the difference? "Human error" is not a reason until you say whose hand did what.

Old reports in the archive are there to show you the shape of a good one. Look at the order of the sections and the care in the figures. The numbers must be your own, and any teacher can tell when they are not.`,
  },
  {
    topic: "Group study that stays study",
    blog: `Four friends meet at six to study for the final. By eight they have finished the tea, settled a cricket match, and solved half a question. Group study has a bad name for good reasons, but with a few rules it is the fastest way to find out what you do not know.

Keep the group small; three or four is plenty. Agree on one paper in advance and let everybody try it alone first. People who arrive with empty pages are welcome to listen, but they do not choose the topic.

Divide the paper. Each person teaches two questions at the board while the others may ask only "why?". If the teacher of the moment cannot answer, that is not a failure. It is the very thing the evening was for. Write it on a list and move on.

Set a bell. Forty minutes of work, ten minutes of anything else. Phones stay in a bag during the forty.

End with ten silent minutes in which everybody writes, from memory, the answer to one question somebody else explained. Compare them. What you could not write, you did not learn; you only enjoyed hearing it.

Afterwards one person photographs the clean solutions and shares them as answers in the archive. Next year another four friends will begin where you stopped.`,
  },
];
