import { expect, test } from "vitest";
import { countedFacets, facets } from "./facets.ts";

test("the bits of counted facets are the first powers of two, each used once", () => {
  const expected = countedFacets.map((_name, place) => 2 ** place);
  const bits = countedFacets.map((name) => facets[name].counted as number);
  const free = expected.find((bit) => !bits.includes(bit));
  const wrong = countedFacets.filter(
    (name, place) => !expected.includes(bits[place] as number) || bits.indexOf(bits[place] as number) < place,
  );
  expect(
    wrong,
    `Change \`counted\` in src/shared/facets/facets.ts. The next free number is ${free}.`,
  ).toEqual([]);
});
