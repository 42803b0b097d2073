import sharp from "sharp";

/** The distance of lines, in px. */
export const SCAN_LINE = 54;

/** A scanned page, as a JPEG. @param angle how crooked the page is, in degrees, clockwise */
export async function scan(lines: string[], angle = 0): Promise<Buffer> {
  const height = 400 + lines.length * SCAN_LINE;
  const text = lines
    .map((line, index) => `<text x="120" y="${200 + index * SCAN_LINE}">${line}</text>`)
    .join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1240" height="${height}">
    <rect width="100%" height="100%" fill="#f4f1e8"/>
    <g font-family="Noto Sans, Noto Sans Bengali, sans-serif" font-size="32" fill="#222">${text}</g></svg>`;
  return sharp(Buffer.from(svg)).rotate(angle, { background: "#f4f1e8" }).jpeg({ quality: 80 }).toBuffer();
}

export const ENGLISH_HEAD = [
  "Department of Computer Science and Engineering",
  "Final Examination, Spring 2019",
  "Course Code: CSE 2103",
  "Course Title: Data Structures",
  "1. Explain how a stack differs from a queue.",
];
export const BANGLA_HEAD = [
  "কম্পিউটার বিজ্ঞান ও প্রকৌশল বিভাগ",
  "চূড়ান্ত পরীক্ষা, ২০১৯",
  "বিষয় কোড: CSE 2103",
  "১। স্ট্যাক কাকে বলে? উদাহরণ দাও।",
];
/** A page with many lines below its heading. */
export const LONG_PAGE = [
  ...ENGLISH_HEAD,
  ...Array.from(
    { length: 24 },
    (_, index) => `${index + 2}. Draw the tree of example ${index + 2}, and name its root.`,
  ),
];
