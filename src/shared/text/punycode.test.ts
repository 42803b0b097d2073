import { domainToASCII } from "node:url";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fromPunycode } from "./punycode.ts";

// Samples from RFC 3492 §7.1, and letters that look like other letters.
test.each(["bücher", "প্রশ্ন", "他们为什么不说中文", "gооgle", "ليهمابتكلموشعربي؟".slice(0, -1), "😀a"])(
  "%s is decoded from its Punycode",
  (label) => expect(fromPunycode(domainToASCII(label))).toBe(label.normalize("NFC")),
);

test.each(["google", "", "xn--", "xn--\u0000", "xn---", "xn--99999999999", "xn--a b"])(
  "%j is not Punycode and stays unchanged",
  (label) => expect(fromPunycode(label)).toBe(label),
);

test("any text after xn-- is decoded without an error", () => {
  fc.assert(
    fc.property(fc.string(), (rest) => {
      expect(fromPunycode(`xn--${rest}`)).toEqual(expect.any(String));
    }),
    { numRuns: 2_000 },
  );
});
