import { expect, test } from "vitest";
import { fromBijoy } from "./bijoy.ts";

test.each([
  ["XvKv wek¦we`¨vjq", "ঢাকা বিশ্ববিদ্যালয়"],
  ["evsjv wefvM", "বাংলা বিভাগ"],
  ["P~ovšÍ cixÿv 2019", "চূড়ান্ত পরীক্ষা ২০১৯"],
  ["†Kvm© †KvW: evsjv 2103", "কোর্স কোড: বাংলা ২১০৩"],
  ["†Kv‡m©i bvg", "কোর্সের নাম"],
  ["AvaywbK KweZv", "আধুনিক কবিতা"],
  ["Rxebvb›` `v‡ki KweZvq cÖK…wZ Av‡jvPbv Ki|", "জীবনানন্দ দাশের কবিতায় প্রকৃতি আলোচনা কর।"],
  ["ivóªweÁvb", "রাষ্ট্রবিজ্ঞান"],
  ["wKš‘ ¯^vaxbZv hy×", "কিন্তু স্বাধীনতা যুদ্ধ"],
  ["m¤ú‡K© Kg©Pvix", "সম্পর্কে কর্মচারী"],
  ["MYcÖRvZš¿x", "গণপ্রজাতন্ত্রী"],
  ["†mŠi‡KvY", "সৌরকোণ"],
  ["Pvu` I evsjv", "চাঁদ ও বাংলা"],
  ["msL¨vZË¡", "সংখ্যাতত্ত্ব"],
])("Bijoy %j is %s", (bijoy, unicode) => {
  const { text, faults } = fromBijoy(bijoy);
  expect(text).toBe(unicode.normalize("NFC"));
  expect(faults).toBe(0);
});

test("codes of Windows-1252 and of symbol fonts mean the same letters", () => {
  const expected = fromBijoy("†mvbvi evsjv").text;
  expect(fromBijoy("\u0086mvbvi evsjv").text).toBe(expected);
  const symbols = [..."mvbvi evsjv"].map((char) =>
    char === " " ? char : String.fromCharCode(0xf000 + char.charCodeAt(0)),
  );
  expect(fromBijoy(`\uf086${symbols.join("")}`).text).toBe(expected);
});

test("signs without a letter count as faults", () => {
  expect(fromBijoy("University of Dhaka").faults).toBeGreaterThan(0);
  expect(fromBijoy("evvv w wwK").faults).toBeGreaterThan(1);
});
