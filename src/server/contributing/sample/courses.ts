import type { SampleCourse } from "./types.ts";
import { college, delta, engineering, nomuna, riverside, science } from "./universities.ts";

const at =
  (university: string) =>
  (department: string, code: string, title: string, semester: string): SampleCourse => ({
    department,
    code,
    title,
    semester,
    university,
  });

const eng = at(engineering);
const riv = at(riverside);
const nom = at(nomuna);
const sci = at(science);
const del = at(delta);
const col = at(college);

/**
 * Each university writes its codes in a different style, and two universities use the code CSE 2103 for
 * different courses. The archive's newest papers are from the first three courses.
 */
export const sampleCourses: SampleCourse[] = [
  eng("CSE", "CSE 2103", "Data Structures", "3"),
  riv("ece", "EEE2205", "Electronic Circuits", "4"),
  nom("Bangla", "BNG 201", "বাংলা সাহিত্যের ইতিহাস", "3"),

  eng("CSE", "CSE 1101", "Structured Programming", "1"),
  eng("CSE", "CSE 3105", "Database Management Systems", "5"),
  eng("CSE", "CSE 3203", "Operating Systems", "6"),
  eng("CSE", "CSE 4107", "Artificial Intelligence", "7"),
  eng("Civil", "CE 2201", "Mechanics of Solids", "4"),
  eng("Civil", "CE 3103", "Structural Analysis", "5"),
  eng("Civil", "CE 4205", "Foundation Engineering", "8"),
  eng("Mechanical", "ME 2101", "Thermodynamics", "3"),
  eng("Mechanical", "ME 3207", "Fluid Machinery", "6"),
  eng("Mathematics", "MATH 1107", "Differential and Integral Calculus", "1"),

  riv("ece", "EEE1101", "Electrical Circuits I", "1"),
  riv("ece", "EEE3107", "Digital Signal Processing", "5"),
  riv("ece", "EEE3203", "Power System Analysis", "6"),
  riv("bba", "ACT 101", "Financial Accounting", "1"),
  riv("bba", "MGT 201", "Principles of Management", "3"),
  riv("bba", "MKT 202", "Principles of Marketing", "4"),
  riv("bba", "FIN 301", "Business Finance", "5"),
  riv("bba", "HRM 305", "Human Resource Management", "5"),
  riv("English", "ENG1103", "English Composition", "1"),

  nom("Bangla", "BNG 101", "ভাষাবিজ্ঞান পরিচিতি", "1"),
  nom("Bangla", "BNG 302", "বাংলা উপন্যাস", "6"),
  nom("Bangla", "BNG 405", "বাংলা লোকসাহিত্য", "7"),
  nom("CSE", "CSE 2101", "ডাটা স্ট্রাকচার", "3"),
  nom("CSE", "CSE 2103", "কম্পিউটার সংগঠন ও স্থাপত্য", "3"),
  nom("CSE", "CSE 3202", "অপারেটিং সিস্টেম", "6"),
  nom("Law", "LAW 102", "সাংবিধানিক আইন", "2"),
  nom("Law", "LAW 204", "চুক্তি আইন", "4"),
  nom("Economics", "ECO 203", "সামষ্টিক অর্থনীতি", "3"),
  nom("Physics", "PHY 109", "তাপগতিবিদ্যা", "1"),
  nom("Statistics", "STA 105", "পরিসংখ্যান পরিচিতি", "1"),

  sci("CSE", "CSE-2101", "Discrete Mathematics", "3"),
  sci("CSE", "CSE-3201", "Computer Networks", "6"),
  sci("Mathematics", "MATH-1151", "Linear Algebra", "1"),
  sci("Mathematics", "MATH-2153", "Ordinary Differential Equations", "3"),
  sci("Physics", "PHY-1201", "Electricity and Magnetism", "2"),
  sci("Physics", "PHY-3105", "Quantum Mechanics I", "5"),
  sci("Statistics", "STAT-1203", "Probability Theory", "2"),
  sci("Statistics", "STAT-2105", "Statistical Inference", "3"),
  sci("Pharmacy", "PHAR-2101", "Organic Pharmaceutical Chemistry", "3"),
  sci("Pharmacy", "PHAR-3203", "Pharmacology", "6"),

  del("CSE", "CSE 0613-3105", "Software Engineering", "5"),
  del("CSE", "CSE 0613-1201", "Object Oriented Programming", "2"),
  del("ece", "EEE 0713-2203", "Electrical Machines", "4"),
  del("Civil", "CE 0732-3201", "Transportation Engineering", "6"),
  del("Mechanical", "ME 0715-2103", "Engineering Mechanics", "3"),
  del("Economics", "ECO 0311-1101", "Principles of Economics", "1"),
  del("Law", "LAW 0421-2101", "Law of Evidence", "3"),
  del("English", "ENG 0232-1203", "Introduction to Poetry", "2"),
  del("English", "ENG 0232-3101", "Postcolonial Literature", "5"),
  del("Pharmacy", "PHAR 0916-1101", "Human Physiology", "1"),

  col("Bangla", "211003", "বাংলা কবিতা", "2"),
  col("Bangla", "231007", "বাংলা নাটক ও প্রহসন", "6"),
  col("Economics", "212201", "ব্যষ্টিক অর্থনীতি", "1"),
  col("Economics", "232209", "বাংলাদেশের অর্থনীতি", "5"),
  col("bba", "212501", "হিসাববিজ্ঞানের মূলনীতি", "1"),
  col("bba", "222605", "ব্যবস্থাপনার মূলনীতি", "4"),
  col("Mathematics", "213701", "ক্যালকুলাস", "1"),
  col("Mathematics", "223705", "রৈখিক বীজগণিত", "3"),
  col("Physics", "212701", "বলবিদ্যা", "1"),
  col("Statistics", "233605", "নমুনায়ন পদ্ধতি", "6"),
];

/**
 * Finds the course with this code. If two universities use the code, it finds the first course.
 * @throws Error if no course has this code, which is a mistake in the sample data
 */
export function courseByCode(code: string): SampleCourse {
  const course = sampleCourses.find((c) => c.code === code);
  if (!course) throw new Error(`No sample course ${code}`);
  return course;
}
