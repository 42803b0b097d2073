import { describe, expect, test } from "vitest";
import type { Place } from "../../../shared/courses.ts";
import { linesOf } from "./lines-of.ts";

const paper = (term: string, set = ""): Place => ({ state: "paper", term, set, id: term + set, answers: 0 });
const gap = (term: string): Place => ({ state: "gap", term, wanted: 0, isMine: false });

/** Each line as the terms and sets of its places with their columns, such as "spring@1 fall@2". */
const drawn = (...places: Place[]): string[] =>
  linesOf(places).map((line) =>
    line
      .map(({ place, at }) => `${place.term}${place.state === "paper" ? place.set : ""}@${at ?? "both"}`)
      .join(" "),
  );

describe("the places of an exam in one year", () => {
  test("have Spring at the left and Fall at the right, also if one of them is missing", () => {
    expect(drawn(paper("spring"), gap("fall"))).toEqual(["spring@1 fall@2"]);
    expect(drawn(paper("fall"))).toEqual(["fall@2"]);
    expect(drawn(gap("spring"))).toEqual(["spring@1"]);
  });

  test("take both columns if there is one place without a term", () => {
    expect(drawn(paper(""))).toEqual(["@both"]);
    expect(drawn(gap(""))).toEqual(["@both"]);
  });

  test("use both columns for the sets of one term, and stay in their columns beside the other term", () => {
    expect(drawn(paper("spring", "A"), paper("spring", "B"))).toEqual(["springA@0 springB@0"]);
    expect(drawn(paper("spring", "A"), paper("spring", "B"), paper("fall"))).toEqual([
      "springA@1 springB@1 fall@2",
    ]);
    expect(drawn(paper("", "A"), paper("", "B"))).toEqual(["A@0 B@0"]);
  });

  test("have other terms in a second line", () => {
    expect(drawn(paper("spring"), paper("summer"), paper("fall"))).toEqual(["spring@1 fall@2", "summer@0"]);
    expect(drawn(paper("fall"), paper(""))).toEqual(["fall@2", "@both"]);
  });

  test("have no line if there is no place", () => {
    expect(linesOf([])).toEqual([]);
  });
});
