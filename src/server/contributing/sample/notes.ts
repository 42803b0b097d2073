import { provenance, sampleLink } from "./arithmetic.ts";
import { courseByCode } from "./courses.ts";
import type { SampleItemOf } from "./types.ts";

const topics: [code: string, topic: string][] = [
  ["CSE 2103", "Linked lists, stacks and queues: lecture notes"],
  ["CSE 2103", "Binary search trees and balancing, step by step"],
  ["EEE2205", "Biasing a transistor amplifier: solved examples"],
  ["BNG 201", "প্রাচীন ও মধ্যযুগের সাহিত্য: সংক্ষিপ্ত নোট"],
  ["CSE 3105", "Normal forms from 1NF to BCNF in four pages"],
  ["CSE 3203", "CPU scheduling: charts and waiting times"],
  ["CSE 2101", "গ্রাফ ও ট্রি: সংজ্ঞা, চিত্র ও উদাহরণ"],
  ["CE 2201", "Shear force and bending moment diagrams"],
  ["ME 2101", "Steam tables: how to read them under pressure"],
  ["ACT 101", "From journal to trial balance: a worked month"],
  ["MGT 201", "Planning, organising, leading, controlling: summary"],
  ["BNG 101", "ধ্বনি, বর্ণ ও অক্ষর: ক্লাস নোট"],
  ["LAW 102", "মৌলিক অধিকার ও রিট: পরীক্ষার প্রস্তুতি"],
  ["ECO 203", "জাতীয় আয় পরিমাপের পদ্ধতি"],
  ["STA 105", "গড়, মধ্যক ও প্রচুরক: সমাধানসহ অঙ্ক"],
  ["MATH-1151", "Eigenvalues and eigenvectors: twelve exercises"],
  ["CSE-3201", "Subnetting without a calculator"],
  ["PHY-1201", "Gauss's law: choosing the right surface"],
  ["STAT-2105", "Confidence intervals on one sheet"],
  ["PHAR-3203", "Drug absorption and distribution: summary tables"],
  ["CSE 0613-3105", "Use case, class and sequence diagrams compared"],
  ["ENG 0232-1203", "Metre, rhyme and figures of speech"],
  ["212501", "জাবেদা থেকে খতিয়ান: ধাপে ধাপে"],
  ["213701", "লিমিট ও অবিচ্ছিন্নতা: গুরুত্বপূর্ণ সূত্র"],
];

export const sampleNotes: SampleItemOf<"note">[] = topics.map(([code, topic], n) => {
  const { department, title, university } = courseByCode(code);
  return {
    kind: "note",
    fields: {
      topic,
      department,
      subject: title,
      driveLink: sampleLink("note", n),
      ...(n % 5 === 2 ? {} : { university }),
    },
    ...provenance("note", n, undefined, university),
  };
});
