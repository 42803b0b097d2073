import { type SamplePaper, table } from "../lib/sample-paper.ts";

const gantt = (slots: [label: string, width: number][]): string => {
  const at = slots.map((_, index) => slots.slice(0, index).reduce((sum, [, width]) => sum + width, 0));
  const end = slots.reduce((sum, [, width]) => sum + width, 0);
  const bars = slots.map(
    ([label, width], index) =>
      `<rect x="${5 + (at[index] ?? 0) * 24}" y="4" width="${width * 24}" height="30" fill="none"/>
      <text x="${5 + ((at[index] ?? 0) + width / 2) * 24 - 7}" y="24">${label}</text>`,
  );
  const times = [...at, end].map((time) => `<text x="${1 + time * 24}" y="50">${time}</text>`);
  return `<figure><svg viewBox="0 0 560 56" width="500">${[...bars, ...times].join("")}</svg></figure>`;
};

const TREE = `<figure><svg viewBox="0 0 300 130" width="300"><g fill="none"><circle cx="150" cy="18" r="14"/>
  <circle cx="80" cy="62" r="14"/><circle cx="220" cy="62" r="14"/><circle cx="45" cy="110" r="14"/>
  <circle cx="115" cy="110" r="14"/><circle cx="185" cy="110" r="14"/><circle cx="255" cy="110" r="14"/>
  <path d="M138 26L92 54M162 26L208 54M72 74L53 98M88 74L107 98M212 74L193 98M228 74L247 98"/></g>
  <text x="143" y="23">50</text><text x="73" y="67">35</text><text x="213" y="67">70</text><text x="38" y="115">20</text>
  <text x="108" y="115">40</text><text x="178" y="115">60</text><text x="248" y="115">80</text></svg></figure>`;

/** Notes, a syllabus, a lab report and an answer. */
export const studyPapers: SamplePaper[] = [
  {
    name: "CPU scheduling notes.pdf",
    look: "print",
    item: 173,
    body: `<p>The scheduler chooses which ready process gets the CPU next. What we measure:<br>
    <b>Turnaround time</b> = completion − arrival; &ensp; <b>Waiting time</b> = turnaround − burst;<br>
    <b>Response time</b> = first run − arrival.</p><p>All examples use these four processes (times in ms):</p>
    ${table(
      ["Process", "Arrival", "Burst", "Priority (1 is highest)"],
      [
        ["P1", "0", "8", "3"],
        ["P2", "1", "4", "1"],
        ["P3", "2", "2", "4"],
        ["P4", "3", "5", "2"],
      ],
    )}
    <h2>1. First come, first served</h2>${gantt([
      ["P1", 8],
      ["P2", 4],
      ["P3", 2],
      ["P4", 5],
    ])}
    <p>Waiting: P1 = 0, P2 = 8 − 1 = 7, P3 = 12 − 2 = 10, P4 = 14 − 3 = 11. Average = 28 / 4 = <b>7.00 ms</b>.
    Short processes wait behind a long one: the <i>convoy effect</i>.</p>
    <h2>2. Shortest job first (no preemption)</h2>${gantt([
      ["P1", 8],
      ["P3", 2],
      ["P2", 4],
      ["P4", 5],
    ])}
    <p>Waiting: P1 = 0, P3 = 8 − 2 = 6, P2 = 10 − 1 = 9, P4 = 14 − 3 = 11. Average = 26 / 4 = <b>6.50 ms</b>.</p>
    <h2>3. Shortest remaining time first</h2>${gantt([
      ["P1", 1],
      ["P2", 1],
      ["P3", 2],
      ["P2", 3],
      ["P4", 5],
      ["P1", 7],
    ])}
    <p>At 2 ms P3 (2 left) beats P2 (3 left). Waiting: P1 = 12 − 1 = 11, P2 = 2, P3 = 0, P4 = 7 − 3 = 4.
    Average = 17 / 4 = <b>4.25 ms</b>, the least of all. The burst must be guessed, so it is an ideal.</p>
    <h2>4. Priority with preemption</h2>${gantt([
      ["P1", 1],
      ["P2", 4],
      ["P4", 5],
      ["P1", 7],
      ["P3", 2],
    ])}
    <p>Waiting: P1 = 9, P2 = 0, P4 = 2, P3 = 15. Average = 26 / 4 = <b>6.50 ms</b>. P3 may <i>starve</i>;
    the cure is <i>aging</i>: a waiting process rises in priority.</p>
    <h2>5. Round robin, quantum 4 ms</h2>${gantt([
      ["P1", 4],
      ["P2", 4],
      ["P3", 2],
      ["P4", 4],
      ["P1", 4],
      ["P4", 1],
    ])}
    <p>Waiting: P1 = 10, P2 = 3, P3 = 6, P4 = 11. Average = 30 / 4 = <b>7.50 ms</b>, but everybody runs
    within 7 ms of arriving. A very long quantum makes it FCFS; a very short one wastes time in context switches.</p>
    <p class="box"><b>In the exam:</b> draw the chart first, write the times under it, then fill a table of
    completion, turnaround and waiting. Check: the waiting of the first process in FCFS is always 0.</p>`,
  },
  {
    name: "জাবেদা থেকে খতিয়ান.pdf",
    look: "print",
    item: 190,
    body: `<p><b>জাবেদা</b> হলো লেনদেনের প্রাথমিক হিসাবের বই; <b>খতিয়ান</b> হলো পাকা বই। জাবেদায় লেনদেন তারিখ অনুসারে লেখা হয়,
    খতিয়ানে একই হিসাবের সব লেনদেন এক জায়গায় আনা হয়।</p>
    <h2>ধাপ ১: ডেবিট ও ক্রেডিট চেনা</h2>
    ${table(
      ["হিসাবের ধরন", "বাড়লে", "কমলে"],
      [
        ["সম্পদ", "ডেবিট", "ক্রেডিট"],
        ["দায়", "ক্রেডিট", "ডেবিট"],
        ["মালিকানা স্বত্ব", "ক্রেডিট", "ডেবিট"],
        ["আয়", "ক্রেডিট", "ডেবিট"],
        ["ব্যয়", "ডেবিট", "ক্রেডিট"],
      ],
    )}
    <h2>ধাপ ২: জাবেদা</h2><p>জুলাই মাসের চারটি লেনদেন:</p>
    ${table(
      ["তারিখ", "বিবরণ", "খ. পৃ.", "ডেবিট (টাকা)", "ক্রেডিট (টাকা)"],
      [
        [
          "জুলাই ১",
          "নগদান হিসাব<br>&emsp;মূলধন হিসাব<br><i>(ব্যবসায়ে মূলধন আনা হলো)</i>",
          "১<br>২",
          "৫০,০০০",
          "<br>৫০,০০০",
        ],
        ["জুলাই ৫", "ক্রয় হিসাব<br>&emsp;নগদান হিসাব<br><i>(নগদে পণ্য ক্রয়)</i>", "৩<br>১", "১২,০০০", "<br>১২,০০০"],
        [
          "জুলাই ১২",
          "নগদান হিসাব<br>&emsp;বিক্রয় হিসাব<br><i>(নগদে পণ্য বিক্রয়)</i>",
          "১<br>৪",
          "১৮,০০০",
          "<br>১৮,০০০",
        ],
        ["জুলাই ৩০", "ভাড়া হিসাব<br>&emsp;নগদান হিসাব<br><i>(দোকান ভাড়া প্রদান)</i>", "৫<br>১", "৪,০০০", "<br>৪,০০০"],
      ],
    )}
    <h2>ধাপ ৩: নগদান হিসাবের খতিয়ান (চলমান জের ছক)</h2>
    ${table(
      ["তারিখ", "বিবরণ", "ডেবিট", "ক্রেডিট", "জের (ডেবিট)"],
      [
        ["জুলাই ১", "মূলধন হিসাব", "৫০,০০০", "", "৫০,০০০"],
        ["জুলাই ৫", "ক্রয় হিসাব", "", "১২,০০০", "৩৮,০০০"],
        ["জুলাই ১২", "বিক্রয় হিসাব", "১৮,০০০", "", "৫৬,০০০"],
        ["জুলাই ৩০", "ভাড়া হিসাব", "", "৪,০০০", "৫২,০০০"],
      ],
    )}
    <h2>ধাপ ৪: রেওয়ামিল মিলিয়ে দেখা</h2>
    <p>ডেবিট: নগদান ৫২,০০০ + ক্রয় ১২,০০০ + ভাড়া ৪,০০০ = <b>৬৮,০০০</b> টাকা।<br>
    ক্রেডিট: মূলধন ৫০,০০০ + বিক্রয় ১৮,০০০ = <b>৬৮,০০০</b> টাকা।</p>
    <p class="box"><b>মনে রাখো:</b> রেওয়ামিল মিললেও বাদ পড়া লেনদেন বা পরিপূরক ভুল ধরা পড়ে না।</p>`,
  },
  {
    name: "Syllabus CSE 2022.pdf",
    look: "print",
    item: 225,
    body: `<p>B.Sc. Engineering in Computer Science and Engineering, for students admitted from 2022 on.
    Eight semesters, 160 credits. One credit is one class hour, or two laboratory hours, a week.</p>
    <h2>Third semester</h2>
    ${table(
      ["Course code", "Course title", "Hours a week", "Credits"],
      [
        ["CSE 2101", "Discrete Mathematics", "3 + 0", "3.00"],
        ["CSE 2103", "Data Structures", "3 + 0", "3.00"],
        ["CSE 2104", "Data Structures Sessional", "0 + 3", "1.50"],
        ["CSE 2105", "Digital Logic Design", "3 + 0", "3.00"],
        ["CSE 2106", "Digital Logic Design Sessional", "0 + 3", "1.50"],
        ["MATH 2107", "Linear Algebra and Vector Analysis", "3 + 0", "3.00"],
        ["HUM 2109", "Economics and Accounting", "3 + 0", "3.00"],
        ["", "<b>Total</b>", "<b>15 + 6</b>", "<b>18.00</b>"],
      ],
    )}
    <h2>CSE 2103 Data Structures</h2>
    <p><b>Aim.</b> To choose, build and analyse the structures in which programs keep their data.
    <b>Prerequisite:</b> CSE 1101 Structured Programming.</p>
    <ol><li><b>Introduction</b> (4 hours): abstract data types; time and space; big-O, Ω and Θ.</li>
    <li><b>Arrays and lists</b> (7 hours): storage of arrays, sparse matrices; singly, doubly and circular lists.</li>
    <li><b>Stacks and queues</b> (6 hours): operations, prefix and postfix, recursion, circular and priority queues.</li>
    <li><b>Trees</b> (9 hours): traversals, binary search trees, AVL trees, heaps, B-trees, Huffman codes.</li>
    <li><b>Sorting and searching</b> (7 hours): insertion, merge, quick, heap and radix sort; binary search; hashing.</li>
    <li><b>Graphs</b> (7 hours): representation, breadth-first and depth-first search, topological order, spanning trees, shortest paths.</li></ol>
    <p><b>Outcomes.</b> A student who completes the course can (1) explain the cost of an operation, (2) implement lists,
    trees and graphs, and (3) choose a structure for a given problem and defend the choice.</p>
    ${table(
      ["Assessment", "Attendance", "Class tests", "Mid-term", "Final"],
      [["Share of marks", "10%", "20%", "20%", "50%"]],
    )}
    <h2>CSE 2105 Digital Logic Design</h2>
    <p>Number systems and codes; Boolean algebra; minimisation by Karnaugh maps and tabulation; adders, decoders,
    multiplexers; latches and flip-flops; counters, registers; state diagrams; memory and programmable logic.</p>
    <h2>Books</h2><p>Any standard text; the library keeps twelve copies of each book on the list of the department.</p>`,
  },
  {
    name: "সরল দোলক রিপোর্ট.pdf",
    look: "print",
    item: 207,
    body: `<h2>উদ্দেশ্য</h2><p>একটি সরল দোলকের দোলনকাল মেপে পরীক্ষাগারে অভিকর্ষজ ত্বরণ <i>g</i> নির্ণয় করা।</p>
    <h2>তত্ত্ব</h2><p>অল্প বিস্তারে (৪° অপেক্ষা কম) দোলনকাল <i>T</i> = 2π√(<i>L</i>/<i>g</i>), অতএব <i>g</i> = 4π² <i>L</i>/<i>T</i>²।
    এখানে <i>L</i> হলো কার্যকর দৈর্ঘ্য: সুতার দৈর্ঘ্য ও ববের ব্যাসার্ধের যোগফল।</p>
    <h2>যন্ত্রপাতি</h2><p>ধাতব বব, সুতা, স্ট্যান্ড, মিটার স্কেল, স্লাইড ক্যালিপার্স ও থামাঘড়ি (০.০১ সেকেন্ড)।</p>
    <h2>উপাত্ত</h2><p>ববের ব্যাস ২.০০ সে.মি., ব্যাসার্ধ ১.০০ সে.মি.।</p>
    ${table(
      [
        "ক্রমিক",
        "কার্যকর দৈর্ঘ্য <i>L</i> (মি.)",
        "২০ দোলনের সময় (সে.)",
        "দোলনকাল <i>T</i> (সে.)",
        "<i>T</i>² (সে.²)",
        "<i>g</i> (মি./সে.²)",
      ],
      [
        ["১", "০.৫০", "২৮.৪২", "১.৪২১", "২.০১৯", "৯.৭৮"],
        ["২", "০.৬০", "৩১.১০", "১.৫৫৫", "২.৪১৮", "৯.৮০"],
        ["৩", "০.৭০", "৩৩.৬০", "১.৬৮০", "২.৮২২", "৯.৭৯"],
        ["৪", "০.৮০", "৩৫.৮৮", "১.৭৯৪", "৩.২১৮", "৯.৮১"],
        ["৫", "০.৯০", "৩৮.১০", "১.৯০৫", "৩.৬২৯", "৯.৭৯"],
      ],
    )}
    <h2>হিসাব</h2><p>গড় <i>g</i> = (৯.৭৮ + ৯.৮০ + ৯.৭৯ + ৯.৮১ + ৯.৭৯) / ৫ = <b>৯.৭৯ মি./সে.²</b>।<br>
    প্রমাণ মান ৯.৭৯ মি./সে.² (ঢাকা); শতকরা ত্রুটি ০.১%-এর কম।</p>
    <h2>সতর্কতা</h2><ul><li>দোলনের বিস্তার ৪°-এর বেশি নেওয়া হয়নি।</li><li>বব যেন ঘুরতে না থাকে তা লক্ষ রাখা হয়েছে।</li>
    <li>সময় মাপার আগে কয়েকটি দোলন যেতে দেওয়া হয়েছে।</li></ul>
    <h2>মন্তব্য</h2><p><i>L</i> বনাম <i>T</i>² লেখচিত্র মূলবিন্দুগামী সরলরেখা; ঢাল থেকেও <i>g</i>-এর মান একই পাওয়া যায়।</p>`,
  },
  {
    name: "Solve CSE 2103 final 2024.pdf",
    look: "print",
    item: 63,
    answer: 35,
    body: `<h2>Answer to question 1(c)</h2>
    <p>Column-major order: LOC(A[<i>i</i>, <i>j</i>]) = base + <i>w</i> [(<i>j</i> − 1) <i>m</i> + (<i>i</i> − 1)], with
    <i>m</i> = 20 rows and <i>w</i> = 4 bytes.</p>
    <p>LOC(A[12, 9]) = 2000 + 4 [(9 − 1) × 20 + (12 − 1)] = 2000 + 4 × 171 = <b>2684</b>.</p>
    <h2>Answer to question 2(b)</h2>
    ${table(
      ["Read", "Stack (top at the right)", "Postfix so far"],
      [
        ["( A + B", "( +", "A B"],
        [")", "", "A B +"],
        ["* C", "*", "A B + C"],
        ["−", "−", "A B + C *"],
        ["D /", "− /", "A B + C * D"],
        ["( E + F", "− / ( +", "A B + C * D E F"],
        [")", "− /", "A B + C * D E F +"],
        ["end", "", "A B + C * D E F + / −"],
      ],
    )}
    <h2>Answer to question 5(a)</h2>
    <p>After all eight insertions 35 is the left child of 40. Node 30 has two children, so its in-order successor 35
    takes its place:</p>${TREE}
    <h2>Answer to question 6(b)</h2>
    <p>Inserting one by one gives the max-heap <code>40, 25, 31, 9, 17, 12</code> (level by level).</p>
    <ul><li>Delete 40: 12 goes to the root and sinks below 31 → <code>31, 25, 12, 9, 17</code>.</li>
    <li>Delete 31: 17 goes to the root and sinks below 25 → <code>25, 17, 12, 9</code>.</li></ul>
    <h2>Answer to question 8(a)</h2>
    <p><i>h</i>(<i>k</i>) = <i>k</i> mod 11, in the order given: 27 → 5; 43 → 10; 13 → 2; 65 → 10, taken, so 0;
    79 → 2, taken, so 3; 39 → 6.</p>
    ${table(
      ["Cell", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"],
      [["Key", "65", "", "13", "79", "", "27", "39", "", "", "", "43"]],
    )}`,
  },
];
