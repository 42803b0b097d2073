import type { SampleReview } from "./types.ts";

const by = (student: number, rating: string, comment: string): SampleReview => ({
  by: `sample.student.${student}@example.edu`,
  comment,
  rating,
});

export const sampleReviews: SampleReview[] = [
  by(
    1,
    "5",
    "Sample review: I typed a course code on the bus and had last year's final, with two answers, before my stop.",
  ),
  by(
    9,
    "4.5",
    "নমুনা রিভিউ: বাংলা বিভাগের পুরোনো প্রশ্ন এক জায়গায় পাওয়া সহজ ছিল না। এখানে বছর ধরে সাজানো আছে, তাই মিলিয়ে দেখতে সুবিধা হয়।",
  ),
  by(
    3,
    "4",
    "Sample review: Good for EEE papers. More mid-term papers from other universities would make it even better.",
  ),
  by(4, "5", "Sample review: Simple, fast, useful."),
  by(
    6,
    "3.5",
    "Sample review: The statistics section is still small, but every paper I opened was readable and complete.",
  ),
  by(
    10,
    "5",
    "নমুনা রিভিউ: ফোনে কম ডাটায় খোলে, এটাই সবচেয়ে ভালো লেগেছে। আগে একটা প্রশ্ন দেখতে গিয়ে পুরো ফাইল নামাতে হতো।",
  ),
  by(
    2,
    "4.5",
    "Sample review: I shared four structural analysis papers from my phone, and all of them were checked within two days.",
  ),
  by(7, "4", "Sample review: Helpful answers, and I like that wrong ones are taken down."),
  by(
    12,
    "3",
    "Sample review: I found three of the five papers I needed. I have now added the other two for the next batch.",
  ),
  by(11, "4.5", "নমুনা রিভিউ: খুব কাজের সাইট।"),
  by(
    5,
    "4",
    "Sample review: The pharmacy notes are short and tidy; the lab reports helped me to see what a complete one looks like.",
  ),
  by(
    8,
    "2.5",
    "Sample review: Two links led to files I could not open at first, though both were replaced after I wrote to the administrators.",
  ),
];
