import { expect, test } from "vitest";
import { isKnown } from "./if-none-match.ts";

const TAG = '"abc-br"';

test.each(['"abc-br"', 'W/"abc-br"', '"x", "abc-br"', '"x","abc-br","y"', '"x, y", W/"abc-br"', "*", " * "])(
  "the If-None-Match header %s shows that the client has the current response",
  (header) => expect(isKnown(header, TAG)).toBe(true),
);

test.each([undefined, "", '"abc"', "abc-br", '"ABC-BR"', '"x", "y"', '"abc-br', "**", '"*"'])(
  "the If-None-Match header %s does not match, so the client gets the whole response",
  (header) => expect(isKnown(header, TAG)).toBe(false),
);
