import { question, type SamplePaper } from "../lib/sample-paper.ts";

/** Question papers of items that wait for a moderator. */
export const waitingPapers: SamplePaper[] = [
  {
    name: "networks final 2025.pdf",
    look: "scan",
    item: 34,
    time: "3 hours",
    marks: "60",
    body: `<p class="rules">Answer any <b>FIVE</b> questions. Figures in the right margin indicate full marks.</p>
    ${question(1, ["Compare the OSI model with the TCP/IP model, layer by layer.", "6"], ["A frame of 1,500 bytes crosses a link of 10 Mbps and 2,000 km. Find its transmission delay and its propagation delay.", "6"])}
    ${question(2, ["A company has the block 192.168.40.0/22. Divide it for 400, 200, 100 and 50 hosts. Give the first and last address of each subnet.", "8"], ["Why does IPv6 have no header checksum?", "4"])}
    ${question(3, ["Explain the three-way handshake of TCP with a time diagram.", "6"], ["A sender uses a window of 7 and go-back-N. Frame 3 is lost. Show all frames until frame 6 is acknowledged.", "6"])}
    ${question(4, ["Find the cyclic redundancy check of <code>1101011011</code> for the generator <code>10011</code>.", "8"], ["Which errors does a parity bit miss?", "4"])}
    ${question(5, ["Run Dijkstra's algorithm on a graph of five routers of your choice, and write the routing table of one router.", "8"], ["What is the count-to-infinity problem?", "4"])}
    ${question(6, ["How does a browser find the address of a website? Name every server that takes part.", "7"], ["Distinguish between persistent and non-persistent HTTP.", "5"])}`,
  },
  {
    name: "20260805_তাপগতিবিদ্যা.jpg",
    look: "photo",
    item: 31,
    time: "৩ ঘণ্টা",
    marks: "৪০",
    body: `<p class="rules">[যেকোনো পাঁচটি প্রশ্নের উত্তর দাও। ডান পাশের সংখ্যা পূর্ণমান নির্দেশ করে।]</p>
    ${question(1, ["তাপগতিবিদ্যার শূন্যতম ও প্রথম সূত্র বিবৃত করো।", "4"], ["স্থির চাপে ২ মোল আদর্শ গ্যাসের তাপমাত্রা ৩০০ K থেকে ৪০০ K করা হলো। কৃত কাজ নির্ণয় করো।", "4"])}
    ${question(2, ["রুদ্ধতাপীয় প্রক্রিয়ায় আদর্শ গ্যাসের জন্য দেখাও যে PV<sup>γ</sup> = ধ্রুবক।", "8"])}
    ${question(3, ["কার্নো ইঞ্জিনের চারটি ধাপ চিত্রসহ ব্যাখ্যা করো এবং দক্ষতার রাশিমালা নির্ণয় করো।", "8"])}
    ${question(4, ["এনট্রপি কী? ১০০ গ্রাম বরফ ০° সেলসিয়াসে গললে এনট্রপির পরিবর্তন কত?", "8"])}
    ${question(5, ["ম্যাক্সওয়েলের চারটি তাপগতীয় সম্পর্ক প্রতিপাদন করো।", "8"])}
    ${question(6, ["ক্লসিয়াস–ক্ল্যাপেরন সমীকরণ প্রতিপাদন করো।", "8"])}`,
  },
  {
    name: "DS final 23.pdf",
    look: "scan",
    item: 114,
    time: "3 hours",
    marks: "72",
    body: `<p class="rules">Answer any <b>SIX</b> questions, three from each section.</p><h2>SECTION – A</h2>
    ${question(1, ["What is a sparse matrix? Store one with 4 rows and 5 columns as triplets.", "6"], ["Write an algorithm that merges two sorted linked lists.", "6"])}
    ${question(2, ["Evaluate <code>8 2 / 3 4 * + 5 -</code> with a stack, step by step.", "5"], ["Write the recursive solution of the Towers of Hanoi, and count its moves for <i>n</i> disks.", "7"])}
    ${question(3, ["Insert <code>30, 12, 45, 8, 20, 50, 15</code> into a binary search tree. Then delete 12 and draw the tree again.", "8"], ["When is a binary search tree as slow as a list?", "4"])}<h2>SECTION – B</h2>
    ${question(4, ["Store <code>22, 35, 48, 61, 74</code> in a hash table of 13 cells with linear probing.", "7"], ["What is clustering, and how does double hashing avoid it?", "5"])}
    ${question(5, ["Build a max heap from <code>9, 4, 17, 6, 25, 13</code>, and show each swap.", "7"], ["Why is heap sort not stable?", "5"])}
    ${question(6, ["Give the breadth-first and the depth-first order of a graph of six vertices that you draw.", "7"], ["Compare an adjacency list with an adjacency matrix.", "5"])}`,
  },
];
