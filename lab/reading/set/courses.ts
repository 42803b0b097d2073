/** The two halves of the set. Changes are tuned on the first half only. */
export const halves = ["dev", "held-out"] as const;
export type Half = (typeof halves)[number];

export interface Department {
  en: string;
  short: string;
  bn: string;
  /** The school or faculty it belongs to. */
  school: string;
  /** Courses: prefix and number, title, and the Bangla title. */
  courses: [code: string, title: string, bangla: string][];
}

/** Each half has its own invented universities. */
export const UNIVERSITIES: Record<Half, { en: string; bn: string }[]> = {
  dev: [
    { en: "Padma Sample University", bn: "পদ্মা নমুনা বিশ্ববিদ্যালয়" },
    { en: "Sample University of Engineering and Technology", bn: "নমুনা প্রকৌশল ও প্রযুক্তি বিশ্ববিদ্যালয়" },
    { en: "Meghna Sample University of Science & Technology", bn: "মেঘনা নমুনা বিজ্ঞান ও প্রযুক্তি বিশ্ববিদ্যালয়" },
    { en: "Sample International University Bangladesh", bn: "নমুনা আন্তর্জাতিক বিশ্ববিদ্যালয়" },
  ],
  "held-out": [
    { en: "Jamuna Sample University", bn: "যমুনা নমুনা বিশ্ববিদ্যালয়" },
    { en: "University of Sample Studies", bn: "নমুনা বিদ্যা বিশ্ববিদ্যালয়" },
    { en: "Surma Sample Institute of Technology", bn: "সুরমা নমুনা প্রযুক্তি ইনস্টিটিউট" },
    { en: "Karnaphuli Sample Agricultural University", bn: "কর্ণফুলী নমুনা কৃষি বিশ্ববিদ্যালয়" },
  ],
};

/** Each half has its own departments and courses. About a third of the prefixes are unknown to the archive. */
export const DEPARTMENTS: Record<Half, Department[]> = {
  dev: [
    {
      en: "Computer Science and Engineering",
      short: "CSE",
      bn: "কম্পিউটার বিজ্ঞান ও প্রকৌশল",
      school: "School of Science and Engineering",
      courses: [
        ["CSE 2103", "Data Structures", "ডেটা স্ট্রাকচার"],
        ["CSE 3211", "Operating System Concepts", "অপারেটিং সিস্টেম"],
        ["CSE 4105", "Compiler Design", "কম্পাইলার ডিজাইন"],
        ["MATH 4141", "Numerical Methods", "সংখ্যাত্মক পদ্ধতি"],
      ],
    },
    {
      en: "Electrical and Electronic Engineering",
      short: "EEE",
      bn: "তড়িৎ ও ইলেকট্রনিক কৌশল",
      school: "Faculty of Electrical Engineering",
      courses: [
        ["EEE 1105", "Electrical Circuits I", "বৈদ্যুতিক বর্তনী"],
        ["EEE 305", "Power System Analysis", "বিদ্যুৎ ব্যবস্থা বিশ্লেষণ"],
        ["HUM 1211", "Engineering Economics", "প্রকৌশল অর্থনীতি"],
      ],
    },
    {
      en: "Business Administration",
      short: "BBA",
      bn: "ব্যবসায় প্রশাসন",
      school: "School of Business",
      courses: [
        ["MKT 301", "Principles of Marketing", "বাজারজাতকরণের মূলনীতি"],
        ["ACN 2201", "Cost and Management Accounting", "ব্যয় ও ব্যবস্থাপনা হিসাববিজ্ঞান"],
        ["BUS 102", "Introduction to Business", "ব্যবসায় পরিচিতি"],
      ],
    },
    {
      en: "Physics",
      short: "Physics",
      bn: "পদার্থবিজ্ঞান",
      school: "Faculty of Science",
      courses: [
        ["PHY 1150", "Waves and Oscillations", "তরঙ্গ ও স্পন্দন"],
        ["PHYS 2204", "Classical Mechanics", "চিরায়ত বলবিদ্যা"],
        ["PHH 302", "Quantum Mechanics I", "কোয়ান্টাম বলবিদ্যা"],
      ],
    },
    {
      en: "Economics",
      short: "Economics",
      bn: "অর্থনীতি",
      school: "Faculty of Social Sciences",
      courses: [
        ["ECON 2301", "Intermediate Microeconomics", "ব্যষ্টিক অর্থনীতি"],
        ["ECO 4103", "Economy of Bangladesh", "বাংলাদেশের অর্থনীতি"],
        ["STA 1202", "Basic Statistics", "প্রাথমিক পরিসংখ্যান"],
      ],
    },
    {
      en: "Law",
      short: "Law",
      bn: "আইন",
      school: "Faculty of Law",
      courses: [
        ["LAW 1103", "Constitutional Law of Bangladesh", "বাংলাদেশের সাংবিধানিক আইন"],
        ["LLB 2205", "Law of Contract", "চুক্তি আইন"],
      ],
    },
  ],
  "held-out": [
    {
      en: "Civil Engineering",
      short: "CE",
      bn: "পুরকৌশল",
      school: "Faculty of Civil Engineering",
      courses: [
        ["CE 2211", "Mechanics of Solids II", "কঠিন বস্তুর বলবিদ্যা"],
        ["CE 345", "Geotechnical Engineering", "ভূ-প্রকৌশল"],
        ["MATH 1205", "Differential Equations", "অন্তরক সমীকরণ"],
        ["WRE 4403", "Irrigation and Flood Control", "সেচ ও বন্যা নিয়ন্ত্রণ"],
      ],
    },
    {
      en: "Information and Communication Technology",
      short: "ICT",
      bn: "তথ্য ও যোগাযোগ প্রযুক্তি",
      school: "School of Engineering and Computer Science",
      courses: [
        ["ICT 3205", "Database Management Systems", "ডেটাবেজ ব্যবস্থাপনা"],
        ["ICT 2107", "Digital Logic Design", "ডিজিটাল লজিক"],
        ["SWE 4312", "Software Project Management", "সফটওয়্যার প্রকল্প ব্যবস্থাপনা"],
        ["CSE 1111", "Structured Programming", "স্ট্রাকচার্ড প্রোগ্রামিং"],
      ],
    },
    {
      en: "Accounting and Information Systems",
      short: "AIS",
      bn: "হিসাববিজ্ঞান ও তথ্য পদ্ধতি",
      school: "School of Business and Economics",
      courses: [
        ["AIS 1201", "Financial Accounting", "আর্থিক হিসাববিজ্ঞান"],
        ["FIN 3102", "Corporate Finance", "কর্পোরেট অর্থায়ন"],
        ["BLW 204", "Commercial Law", "বাণিজ্যিক আইন"],
      ],
    },
    {
      en: "Chemistry",
      short: "Chemistry",
      bn: "রসায়ন",
      school: "Faculty of Physical Sciences",
      courses: [
        ["CHEM 2101", "Physical Chemistry", "ভৌত রসায়ন"],
        ["CHE 1015", "Organic Chemistry I", "জৈব রসায়ন"],
        ["CHM 403", "Analytical Chemistry", "বিশ্লেষণী রসায়ন"],
      ],
    },
    {
      en: "Sociology",
      short: "Sociology",
      bn: "সমাজবিজ্ঞান",
      school: "Faculty of Arts and Social Sciences",
      courses: [
        ["SOC 1102", "Introduction to Sociology", "সমাজবিজ্ঞান পরিচিতি"],
        ["SOC 3105", "Rural Society of Bangladesh", "বাংলাদেশের গ্রামীণ সমাজ"],
        ["ENG 1103", "English Reading and Writing", "ইংরেজি পঠন ও লিখন"],
      ],
    },
    {
      en: "Agronomy",
      short: "Agronomy",
      bn: "কৃষিতত্ত্ব",
      school: "Faculty of Agriculture",
      courses: [
        ["AGR 1201", "Principles of Crop Production", "ফসল উৎপাদনের মূলনীতি"],
        ["SSC 2103", "Soil Fertility and Fertilizers", "মৃত্তিকা উর্বরতা ও সার"],
      ],
    },
  ],
};
