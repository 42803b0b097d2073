import { expect, test } from "vitest";
import { isKnown } from "./if-none-match.ts";

const TAG = '"abc-br"';

test.each(['"abc-br"', 'W/"abc-br"', '"x", "abc-br"', '"x","abc-br","y"', '"x, y", W/"abc-br"', "*", " * "])(
  "a client that sends %s has the current answer",
  (header) => expect(isKnown(header, TAG)).toBe(true),
);

test.each([undefined, "", '"abc"', "abc-br", '"ABC-BR"', '"x", "y"', '"abc-br', "**", '"*"'])(
  "a client that sends %s gets the whole answer",
  (header) => expect(isKnown(header, TAG)).toBe(false),
);
