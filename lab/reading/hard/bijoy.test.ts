import { expect, test } from "vitest";
import { halves } from "../set/courses.ts";
import { bijoyPieces } from "./bijoy.ts";
import { hardPages } from "./hard-pages.ts";

const bijoy = (text: string) => bijoyPieces(text, true).join("");

test.each([
  ["বিশ্ববিদ্যালয়", "wek¦we`¨vjq"],
  ["চূড়ান্ত পরীক্ষা ২০১৯", "P~ovšÍ cix¶v 2019"],
  ["কোর্স কোড", "†Kvm© †KvW"],
  ["পূর্ণমান", "c~Y©gvb"],
  ["প্রশ্নের উত্তর", "cÖ†kœi DËi"],
])("writes %s as SutonnyMJ stores it", (bangla, stored) => {
  expect(bijoy(bangla)).toBe(stored);
});

test("the table has all letters of the Bangla pages", () => {
  const pages = halves.flatMap((half) => hardPages(half)).filter(({ language }) => language === "bn");
  expect(pages.length).toBeGreaterThan(0);
  for (const { html } of pages)
    expect(bijoy(html.join("").replaceAll(/<[^>]*>/g, ""))).not.toMatch(/[\u0980-\u09ff]/u);
});
