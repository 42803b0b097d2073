/** The text of a typeset question paper, and the details that recognition should find. */
export interface QuestionPaper {
  language: "en" | "bn";
  font: string;
  code: string;
  examType: string;
  year: number;
  /** The lines of the paper's heading, in order. */
  head: string[];
  /** The questions, in order. */
  questions: string[];
}

type Subject = [code: string, en: string, bn: string, department: string, departmentBn: string];

const SUBJECTS: Subject[] = [
  ["CSE 2103", "Data Structures", "ডেটা স্ট্রাকচার", "Computer Science and Engineering", "কম্পিউটার বিজ্ঞান ও প্রকৌশল"],
  [
    "EEE 1105",
    "Electrical Circuits",
    "বৈদ্যুতিক বর্তনী",
    "Electrical and Electronic Engineering",
    "তড়িৎ ও ইলেকট্রনিক প্রকৌশল",
  ],
  ["BBA 3208", "Principles of Marketing", "বাজারজাতকরণের মূলনীতি", "Business Administration", "ব্যবসায় প্রশাসন"],
  ["MATH 1201", "Differential Calculus", "অন্তরকলন গণিত", "Mathematics", "গণিত"],
  ["PHY 1150", "Waves and Oscillations", "তরঙ্গ ও স্পন্দন", "Physics", "পদার্থবিজ্ঞান"],
  [
    "CSE 4508",
    "Operating Systems",
    "অপারেটিং সিস্টেম",
    "Computer Science and Engineering",
    "কম্পিউটার বিজ্ঞান ও প্রকৌশল",
  ],
  ["ECO 2301", "Microeconomics", "ব্যষ্টিক অর্থনীতি", "Economics", "অর্থনীতি"],
  ["CHE 1015", "Physical Chemistry", "ভৌত রসায়ন", "Chemistry", "রসায়ন"],
];

const EXAMS = [
  ["final", "Final Examination", "চূড়ান্ত পরীক্ষা"],
  ["mid", "Mid Term Examination", "মিড টার্ম পরীক্ষা"],
  ["class-test", "Class Test 2", "ক্লাস টেস্ট ২"],
  ["improvement", "Improvement Examination", "মানোন্নয়ন পরীক্ষা"],
] as const;

const QUESTIONS_EN = [
  "Define a stack and explain how it differs from a queue with suitable examples.",
  "Derive the condition for maximum power transfer and state its limits in practice.",
  "Explain the law of demand. Draw the curve for the values given in the table below.",
  "Find the derivative of the function at the given point and interpret the result.",
  "A body of mass 5 kg moves on a smooth plane. Calculate the work done in 12 seconds.",
  "Compare paging and segmentation. Which of the two suffers from internal fragmentation?",
  "Write short notes on any three of the following topics, with a diagram for each.",
  "State and prove the theorem, and give one example where its conditions are not met.",
];
const QUESTIONS_BN = [
  "স্ট্যাক কাকে বলে? উদাহরণসহ কিউ এর সাথে এর পার্থক্য ব্যাখ্যা কর।",
  "সর্বোচ্চ ক্ষমতা স্থানান্তরের শর্ত নির্ণয় কর এবং এর সীমাবদ্ধতা লেখ।",
  "চাহিদা বিধি ব্যাখ্যা কর। নিচের ছক থেকে চাহিদা রেখা অঙ্কন কর।",
  "প্রদত্ত বিন্দুতে ফাংশনটির অন্তরজ নির্ণয় কর এবং ফলাফল ব্যাখ্যা কর।",
  "৫ কেজি ভরের একটি বস্তু মসৃণ তলে চলছে। ১২ সেকেন্ডে কৃত কাজ নির্ণয় কর।",
  "বাংলাদেশের অর্থনীতিতে কৃষির গুরুত্ব আলোচনা কর।",
  "নিচের যেকোনো তিনটি বিষয়ে সংক্ষিপ্ত টীকা লেখ।",
  "উপপাদ্যটি বর্ণনা ও প্রমাণ কর এবং একটি উদাহরণ দাও।",
];

const FONTS = {
  en: ["Liberation Serif", "Liberation Sans", "Noto Serif", "DejaVu Serif"],
  bn: ["Noto Serif Bengali", "Noto Sans Bengali", "Lohit Bengali", "Mukti", "Likhan"],
};

const bangla = (number: number | string) =>
  String(number).replace(/\d/g, (digit) => String.fromCharCode("০".charCodeAt(0) + Number(digit)));
const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** @param index from 0; each index is a different combination of subject, exam, year and font */
export function questionPaper(language: "en" | "bn", index: number): QuestionPaper {
  const [code, title, titleBn, department, departmentBn] = pick(SUBJECTS, index);
  const [examType, exam, examBn] = pick(EXAMS, index + Math.floor(index / SUBJECTS.length));
  const year = 2011 + ((index * 5) % 14);
  const font = pick(FONTS[language], index);
  const questions = Array.from({ length: 9 }, (_one, number) =>
    pick(language === "en" ? QUESTIONS_EN : QUESTIONS_BN, number + index),
  );
  if (language === "en") {
    const when =
      index % 2 === 0
        ? `${pick(["Spring", "Summer", "Fall"], index)} ${year}`
        : `Session: ${year - 1}-${String(year).slice(2)}`;
    const written = pick(
      [`Course Code: ${code}`, `Course No. ${code.replace(" ", "-")}`, `Course: ${code.replace(" ", "")}`],
      index,
    );
    const head = [
      "Dhaka Sample University",
      `Department of ${department}`,
      `${exam}, ${when}`,
      written,
      `Course Title: ${title}`,
      "Time: 3 Hours      Full Marks: 70",
    ];
    return { language, font, code, examType, year, head, questions };
  }
  const when = index % 2 === 0 ? bangla(year) : `শিক্ষাবর্ষ: ${bangla(`${year - 1}-${year}`)}`;
  const written = pick([`বিষয় কোড: ${code}`, `কোর্স কোড: ${code.replace(" ", "-")}`], index);
  const head = [
    "ঢাকা নমুনা বিশ্ববিদ্যালয়",
    `${departmentBn} বিভাগ`,
    `${examBn}, ${when}`,
    written,
    `বিষয়: ${titleBn}`,
    "সময়: ৩ ঘণ্টা      পূর্ণমান: ৭০",
  ];
  return { language, font, code, examType, year, head, questions };
}

/** The printed text, for counting wrong characters. */
export function printedText({ head, questions, language }: QuestionPaper): string {
  const number = (index: number) => (language === "en" ? `${index}.` : `${bangla(index)}।`);
  return [...head, ...questions.map((question, index) => `${number(index + 1)} ${question}`)].join("\n");
}

/** The paper as an A4 page in HTML. @param tilt in degrees, for a photograph from one side */
export function printedPage(paper: QuestionPaper, tilt?: { x: number; y: number }): string {
  const [head, questions] = [paper.head, printedText(paper).split("\n").slice(paper.head.length)];
  const photo = tilt
    ? `body { background: linear-gradient(115deg, #8d8779, #cfc8b8 60%, #77705f) }
       main { transform: perspective(2400px) rotateX(${tilt.x}deg) rotateY(${tilt.y}deg) scale(.9);
         background: linear-gradient(70deg, #fdfbf4, #d9d4c8 70%, #b5b0a4) }`
    : "";
  return `<!doctype html><meta charset="utf-8"><style>
    html, body { margin: 0; width: 794px; height: 1123px; overflow: hidden; background: #fff }
    main { box-sizing: border-box; width: 794px; height: 1123px; padding: 60px 64px; font: 16px/1.55 "${paper.font}", "Liberation Serif"; color: #111 }
    header { text-align: center; border-bottom: 1px solid; margin-bottom: 14px; padding-bottom: 8px }
    h1 { font-size: 22px; margin: 0 } header p { margin: 0; white-space: pre-wrap } section p { margin: 0 0 12px } ${photo}</style>
    <main><header><h1>${head[0]}</h1>${head
      .slice(1)
      .map((line) => `<p>${line}</p>`)
      .join("")}</header>
    <section>${questions.map((line) => `<p>${line}</p>`).join("")}</section></main>`;
}
