import { expect, test } from "vitest";
import { parseItemAddress } from "./item-address.ts";

const place = { kind: "book", id: "0123456789abcdef01234567" };

test.each([
  `/book-details/${place.id}`,
  `/book-details/${place.id}/report`,
  `/BOOK-details/${place.id}/?x=1#ratings`,
  `https://proshno.example.edu/book-details/${place.id}`,
  `proshno.example.edu/book-details/${place.id}`,
])("%s is an item's address", (text) => expect(parseItemAddress(text)).toEqual(place));

test.each([
  "",
  "https://",
  "/",
  "/book-details",
  "/book-details/",
  "/book-details/a b",
  "/answer-details/1",
  "/undefined/1",
  `/book-details/${place.id}/other`,
  `javascript:alert(1)`,
])("%j is not an item's address", (text) => expect(parseItemAddress(text)).toBeUndefined());
