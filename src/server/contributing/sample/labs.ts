import { provenance, sampleLink } from "./arithmetic.ts";
import type { SampleItemOf } from "./types.ts";

const experiments: [department: string, subject: string, labName: string][] = [
  ["CSE", "Data Structures Lab", "Experiment 3: Stack and queue with arrays"],
  ["CSE", "Database Management Systems Lab", "Experiment 5: Joins and nested queries"],
  ["CSE", "ডাটা স্ট্রাকচার ল্যাব", "পরীক্ষণ ২: লিংকড লিস্টে উপাদান যোগ ও মোছা"],
  ["ece", "Electronic Circuits Lab", "Experiment 4: Common emitter amplifier"],
  ["ece", "Electrical Machines Lab", "Experiment 2: Open circuit test of a transformer"],
  ["Physics", "পদার্থবিজ্ঞান ব্যবহারিক", "সরল দোলকের সাহায্যে অভিকর্ষজ ত্বরণ নির্ণয়"],
  ["Civil", "Mechanics of Solids Lab", "Experiment 1: Tension test of mild steel"],
  ["Mechanical", "Fluid Machinery Lab", "Experiment 6: Performance of a centrifugal pump"],
  ["Pharmacy", "Pharmaceutical Chemistry Lab", "Experiment 3: Identifying functional groups"],
  ["Statistics", "পরিসংখ্যান ব্যবহারিক", "গণসংখ্যা নিবেশন ও আয়তলেখ অঙ্কন"],
];

/** Each experiment has reports from two years. */
export const sampleLabs: SampleItemOf<"lab">[] = [0, 1].flatMap((round) =>
  experiments.map(([department, subject, labName], i) => {
    const n = round * experiments.length + i;
    const year = 2012 + ((i * 7) % 11) + round * 4;
    return {
      kind: "lab",
      fields: { labName, department, subject, year: String(year), driveLink: sampleLink("lab", n) },
      ...provenance("lab", n, year),
    };
  }),
);
