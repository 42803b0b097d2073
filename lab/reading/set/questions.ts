/** Questions for the body of a paper. */
export const QUESTIONS_EN = [
  "Define a stack and explain how it differs from a queue with suitable examples.",
  "State the law of demand. Draw the demand curve for the values given in the table below.",
  "Derive the condition for maximum power transfer and state its limits in practice.",
  "Compare paging and segmentation. Which of the two suffers from internal fragmentation, and why?",
  "Write short notes on any THREE of the following topics, with a neat diagram for each.",
  "Explain the difference between a code of conduct and a statute. Illustrate with recent cases.",
  "What do you understand by social mobility? Discuss its types with examples from rural Bangladesh.",
  "State and prove the theorem, and give one example where its conditions are not met.",
  "Draw the block diagram of the 8086 microprocessor and describe the function of each unit.",
  "Show that the set A is a subset of the set B if and only if their intersection is A.",
  "Describe the RS 232 standard. Why is it hardly used between modern computers?",
  "Distinguish between fixed cost and variable cost. Calculate the break-even point from the data below.",
  "Solve the equation with the given boundary conditions and sketch the solution for small values of t.",
  "Discuss the fundamental rights guaranteed by the Constitution. Can they be suspended in an emergency?",
  "Explain the working principle of a transformer and draw its equivalent circuit.",
  "What is meant by consumer surplus? How does it change if the price of a good falls?",
  "Describe the structure of the atom according to the model of Bohr and mention its limitations.",
  "Prepare a bank reconciliation statement from the information given below.",
  "Discuss the role of agriculture in the growth of the national income of Bangladesh.",
  "Write an algorithm to delete a node from a binary search tree and trace it for the keys below.",
];

/** Questions with words or years that look like details of the heading. Few papers have one. */
export const TRICKY_EN = [
  "A body of mass 5 kg is at rest. Find its final velocity after a force of 20 N acts on it for 12 s.",
  "The marks of 60 students in a class test are given below. Find the mean, the median and the mode.",
  "In 2015 a company bought a machine for Tk. 4,50,000. Show the journal entries for the year 2016.",
  "Find the quality of steam at 10 bar if its final temperature and the mid point pressure are known.",
  "A survey of 2012 found that 31.5 percent of the people lived below the poverty line. Comment on it.",
  "Explain the process of improvement of soil fertility with green manure and crop rotation.",
];

export const QUESTIONS_BN = [
  "স্ট্যাক কাকে বলে? উদাহরণসহ কিউ এর সাথে এর পার্থক্য ব্যাখ্যা কর।",
  "সর্বোচ্চ ক্ষমতা স্থানান্তরের শর্ত নির্ণয় কর এবং এর সীমাবদ্ধতা লেখ।",
  "চাহিদা বিধি ব্যাখ্যা কর। নিচের ছক থেকে চাহিদা রেখা অঙ্কন কর।",
  "প্রদত্ত বিন্দুতে ফাংশনটির অন্তরজ নির্ণয় কর এবং ফলাফল ব্যাখ্যা কর।",
  "৫ কেজি ভরের একটি বস্তু মসৃণ তলে চলছে। ১২ সেকেন্ডে কৃত কাজ নির্ণয় কর।",
  "বাংলাদেশের অর্থনীতিতে কৃষির গুরুত্ব আলোচনা কর।",
  "নিচের যেকোনো তিনটি বিষয়ে সংক্ষিপ্ত টীকা লেখ।",
  "উপপাদ্যটি বর্ণনা ও প্রমাণ কর এবং একটি উদাহরণ দাও।",
  "সামাজিক গতিশীলতা বলতে কী বোঝ? গ্রামীণ সমাজের উদাহরণসহ এর প্রকারভেদ আলোচনা কর।",
  "সংবিধানে বর্ণিত মৌলিক অধিকারসমূহ আলোচনা কর।",
  "মাটির উর্বরতা বৃদ্ধিতে সবুজ সারের ভূমিকা বর্ণনা কর।",
  "একটি শ্রেণির ৬০ জন শিক্ষার্থীর প্রাপ্ত নম্বর থেকে গড় ও মধ্যক নির্ণয় কর।",
  "স্থির ব্যয় ও পরিবর্তনশীল ব্যয়ের মধ্যে পার্থক্য দেখাও।",
];

export const TRICKY_BN = [
  "২০১৫ সালে একটি প্রতিষ্ঠান ৪,৫০,০০০ টাকায় যন্ত্র ক্রয় করে। প্রয়োজনীয় জাবেদা দাখিলা দাও।",
  "একটি কণার আদি বেগ ও চূড়ান্ত বেগ দেওয়া আছে। ত্বরণ নির্ণয় কর।",
];

/** Lines between the heading and the first question. */
export const RULES_EN = [
  "Answer any SIX questions, taking THREE from each section. Figures in the right margin indicate full marks.",
  "[N.B. Answer any FIVE questions. The figures in the right margin indicate full marks.]",
  "There are FIVE questions in this paper. Answer all of them. Programmable calculators are not allowed.",
  "(Use separate answer scripts for each section. Symbols carry their usual meaning.)",
];
export const RULES_BN = [
  "[দ্রষ্টব্য: যেকোনো পাঁচটি প্রশ্নের উত্তর দাও। ডান পাশের সংখ্যা প্রশ্নের পূর্ণমান জ্ঞাপক।]",
  "(যেকোনো ছয়টি প্রশ্নের উত্তর দিতে হবে। সকল প্রশ্নের মান সমান।)",
];
