import { expect, test } from "vitest";
import type { Translation } from "./catalogue.ts";
import { type enSaved, savedMessages } from "./en-saved.ts";
import { messagesIn, siteLocale, siteMessages } from "./index.ts";

const english = { save: "Save", list: { none: "No list", count: (count: number) => `${count}` } };
const list = { none: "কোনো তালিকা নেই", count: (count: number) => `${count}টি` };

/** Compiles if `own` translates `english`. */
const translate = <Own>(own: Own & Translation<typeof english, Own>): Own => own;

// If the line after such a comment compiles, tsc reports the comment.
test("tsc refuses a translation without a text, or with a text that English doesn't have", () => {
  expect(translate({ save: "রাখুন", list }).list).toBe(list);
  // @ts-expect-error A text is missing.
  translate({ list });
  // @ts-expect-error A text in a group is missing.
  translate({ save: "রাখুন", list: { none: list.none } });
  // @ts-expect-error English has no such text.
  translate({ save: "রাখুন", list, old: "পুরোনো" });
  // @ts-expect-error English has no such text in this group.
  translate({ save: "রাখুন", list: { ...list, old: "পুরোনো" } });
  // @ts-expect-error This text takes other values.
  translate({ save: "রাখুন", list: { ...list, count: (name: { text: string }) => name.text } });
});

test("messagesIn returns the texts of a catalogue, or those of every page", () => {
  const saved: typeof enSaved = messagesIn(siteLocale, savedMessages);
  expect(saved).toBe(savedMessages.en);
  expect(messagesIn(siteLocale)).toBe(siteMessages.en);
});
