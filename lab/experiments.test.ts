import { expect, test } from "vitest";
import { experiments } from "./experiments.ts";

test.each(Object.entries(experiments))(
  "the experiment %s says what it does and names its places",
  async (_name, { load }) => {
    const { about, options, places = [] } = (await load()).experiment;
    expect(about).toMatch(/\.$/);
    expect(places.filter((place) => !(place in options))).toEqual([]);
  },
);
