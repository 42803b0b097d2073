import { describe, expect, test } from "vitest";
import { groupPhotos, type LonePhoto } from "./group-photos.ts";

const SECOND = 1_000;
const photo = (label: string, changes: Partial<LonePhoto> = {}, traits = {}): LonePhoto => ({
  rowId: label,
  label,
  heading: undefined,
  traits: { width: 3_000, height: 4_000, light: 180, ...traits },
  ...changes,
});
const at = (label: string, seconds: number, changes: Partial<LonePhoto> = {}, traits = {}) =>
  photo(label, changes, { takenAt: seconds * SECOND, ...traits });

describe("photos of one paper", () => {
  test("numbered pages of one name are one paper, in any order of arrival", () => {
    const names = ["CSE2103 page 2.jpg", "CSE2105 page 1.jpg", "CSE2103 page 1.jpg", "CSE2103 page 3.jpg"];
    expect(groupPhotos(names.map((name) => photo(name)))).toEqual([
      ["CSE2103 page 1.jpg", "CSE2103 page 2.jpg", "CSE2103 page 3.jpg"],
    ]);
  });

  test("photos of a camera are one paper if they follow each other quickly and look alike", () => {
    expect(
      groupPhotos([
        at("IMG_0009.jpg", 0),
        at("IMG_0010.jpg", 12),
        at("IMG_0011.jpg", 200),
        at("IMG_0012.jpg", 212, {}, { light: 90 }),
      ]),
    ).toEqual([["IMG_0009.jpg", "IMG_0010.jpg"]]);
  });

  test("a page with a heading begins a new paper", () => {
    const photos = [
      at("IMG_1.jpg", 0, { heading: 3 }),
      at("IMG_2.jpg", 60, { heading: 0 }),
      at("IMG_3.jpg", 70, { heading: 3 }),
      at("IMG_4.jpg", 80, { heading: 0 }),
    ];
    expect(groupPhotos(photos)).toEqual([
      ["IMG_1.jpg", "IMG_2.jpg"],
      ["IMG_3.jpg", "IMG_4.jpg"],
    ]);
  });

  test("photos of a messenger have no time, so only a page without a heading follows a heading", () => {
    const first = photo("IMG-20260101-WA0003.jpg", { heading: 3 });
    const next = photo("IMG-20260101-WA0004.jpg", { heading: 0 });
    expect(groupPhotos([first, next])).toHaveLength(1);
    expect(groupPhotos([first, { ...next, heading: undefined }])).toEqual([]);
    expect(groupPhotos([first, { ...next, heading: 1 }])).toEqual([]);
  });

  test("the time in a name counts, with any number of seconds in between", () => {
    const phone = ["IMG_20250807_112051.jpg", "IMG_20250807_112103.jpg", "IMG_20250807_112403.jpg"];
    expect(groupPhotos(phone.map((name) => photo(name)))).toEqual([phone.slice(0, 2)]);
    const messenger = ["photo_1_2025-08-07_11-20-51.jpg", "photo_2_2025-08-07_11-20-51.jpg"];
    expect(groupPhotos(messenger.map((name) => photo(name)))).toEqual([messenger]);
    const copies = ["photo_1_2025-08-07_11-20-51.jpg", "photo_3_2025-08-07_11-20-51.jpg"];
    expect(groupPhotos(copies.map((name) => photo(name)))).toEqual([]);
  });

  test("a page that begins with a later question continues a paper, and one with the first question begins one", () => {
    const names = ["IMG-20260101-WA0003.jpg", "IMG-20260101-WA0004.jpg", "IMG-20260101-WA0005.jpg"];
    const questions = [undefined, 5, 1];
    const photos = names.map((name, index) => photo(name, { heading: 0, firstQuestion: questions[index] }));
    expect(groupPhotos(photos)).toEqual([names.slice(0, 2)]);
  });

  test("different folders, a missing number and a different shape are different papers", () => {
    expect(groupPhotos([at("a/IMG_1.jpg", 0), at("b/IMG_2.jpg", 5)])).toEqual([]);
    expect(groupPhotos([at("IMG_1.jpg", 0), at("IMG_3.jpg", 5)])).toEqual([]);
    expect(
      groupPhotos([at("IMG_1.jpg", 0), at("IMG_2.jpg", 5, {}, { width: 4_000, height: 3_000 })]),
    ).toEqual([]);
    expect(groupPhotos([photo("scan.jpg"), photo("other.jpg")])).toEqual([]);
  });
});
