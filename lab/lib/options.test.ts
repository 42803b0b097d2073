import { describe, expect, test } from "vitest";
import {
  choice,
  choices,
  flag,
  helpOf,
  number,
  optional,
  readArguments,
  seed,
  text,
  texts,
  whole,
  wholes,
} from "./options.ts";

const options = {
  sizes: wholes([10, 20], "numbers of items"),
  engines: choices(["sqlite", "postgres"], "the databases"),
  minutes: number(1.5, "the time", { most: 60 }),
  rounds: whole(3, "rounds"),
  rate: optional(number(0, "requests per second")),
  half: choice(["held-out", "tune"], "the half"),
  only: texts("only some pages"),
  folder: text("", "a folder"),
  keep: flag("keeps the files"),
};
const read = (...args: string[]) => readArguments(options, [], args);

describe("the arguments of an experiment", () => {
  test("have default values", () => {
    expect(read()).toEqual({
      sizes: [10, 20],
      engines: ["sqlite", "postgres"],
      minutes: 1.5,
      rounds: 3,
      rate: undefined,
      half: "held-out",
      only: [],
      folder: "",
      keep: false,
    });
  });

  test("can be given with commas or several times", () => {
    const args = ["--sizes", "1,2", "--only", "/a,/b", "--only", "/c", "--engines=postgres", "--keep"];
    expect(read(...args)).toMatchObject({
      sizes: [1, 2],
      only: ["/a", "/b", "/c"],
      engines: ["postgres"],
      keep: true,
    });
  });

  test.each([
    ["--rounds", "2.5", '--rounds must be a whole number, and not "2.5".'],
    ["--rounds", "0", '--rounds must be a number from 1, and not "0".'],
    ["--minutes", "61", '--minutes must be a number from 0 to 60, and not "61".'],
    ["--rate", "fast", '--rate must be a number from 0, and not "fast".'],
    ["--sizes", "1,many", '--sizes must be a number from 1, and not "many".'],
    ["--half", "other", '--half can be held-out, tune, and not "other".'],
    ["--engines", "sqlite,mysql", '--engines can be sqlite, postgres, and not "mysql".'],
    ["--nothing", "1", "Unknown option '--nothing'"],
  ])("are refused if they make no sense: %s %s", (name, value, reason) => {
    expect(() => read(name, value)).toThrow(reason);
  });

  test("need no name if the experiment names their places", () => {
    const some = { kills: whole(300, "kills"), seed: seed() };
    expect(readArguments(some, ["kills", "seed"], ["40", "7"])).toEqual({ kills: 40, seed: 7 });
    expect(() => readArguments(some, ["kills", "seed"], ["40", "7", "8"])).toThrow('no use for "8"');
    const many = { names: choices(["edit", "vote", "rate"], "policies") };
    expect(readArguments(many, ["names"], ["edit", "rate"])).toEqual({ names: ["edit", "rate"] });
  });

  test("have a line of help each, with the default value", () => {
    expect(helpOf({ rounds: options.rounds, keep: options.keep })).toEqual([
      "  --rounds 3  rounds",
      "  --keep      keeps the files",
    ]);
  });
});
