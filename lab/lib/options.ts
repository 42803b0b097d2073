import { parseArgs } from "node:util";
import { Failure } from "../../scripts/lib/run.mjs";

/** Describes an option of an experiment. The functions below make options; the key of an option is its name. */
export interface Option<T> {
  /** Says in `--help` what the option does. */
  help: string;
  /** The default value, as `--help` shows it. */
  shown: string;
  isFlag?: true;
  isList?: true;
  /** Returns the value. @throws Failure if the given texts make no sense */
  read(given: readonly string[], name: string): T;
}
export type Options = Record<string, Option<unknown>>;
export type Values<O extends Options> = { [Name in keyof O]: O[Name] extends Option<infer T> ? T : never };

/** How many words `--help` shows as a default value. */
const MAX_SHOWN = 4;

interface Limits {
  least?: number;
  most?: number;
}

export const flag = (help: string): Option<boolean> => ({
  help,
  shown: "",
  isFlag: true,
  read: (given) => given.length > 0,
});

export const text = (value: string, help: string): Option<string> => ({
  help,
  shown: value,
  read: (given) => given.at(-1) ?? value,
});

/** Takes several texts, with commas between them or in several options. */
export const texts = (help: string): Option<string[]> => ({ help, shown: "", isList: true, read: split });

/** Takes a number from 0, unless the limits say otherwise. */
export const number = (value: number, help: string, limits: Limits = {}): Option<number> => ({
  help,
  shown: String(value),
  read: ([...given], name) => numberOf(given.at(-1) ?? String(value), name, limits),
});

/** Takes a whole number from 1, unless the limits say otherwise. */
export const whole = (value: number, help: string, { least = 1, most }: Limits = {}): Option<number> => ({
  help,
  shown: String(value),
  read: ([...given], name) => wholeOf(given.at(-1) ?? String(value), name, { least, most }),
});

/** Takes several whole numbers from 1. */
export const wholes = (values: readonly number[], help: string): Option<number[]> => ({
  help,
  shown: values.join(),
  isList: true,
  read: (given, name) =>
    given.length === 0 ? [...values] : split(given).map((one) => wholeOf(one, name, { least: 1 })),
});

/** Takes the seed of random numbers. By default it is different each time; `lab/run.ts` prints it. */
export const seed = (): Option<number> => ({
  help: "the seed of the random moments, to repeat a run",
  shown: "random",
  read: (given, name) => wholeOf(given.at(-1) ?? String(Date.now() % 100_000), name, { least: 0 }),
});

/** Takes one of these words; the first is the default. */
export const choice = <const T extends string>(words: readonly T[], help: string): Option<T> => ({
  help: `${help}: ${words.join(", ")}`,
  shown: words[0] ?? "",
  read: (given, name) => chosen(given.slice(-1), name, words)[0] as T,
});

/** Takes some of these words; all of them by default. */
export const choices = <const T extends string>(words: readonly T[], help: string): Option<T[]> => ({
  help: words.length > MAX_SHOWN ? `${help}: ${words.join(", ")}` : help,
  shown: words.length > MAX_SHOWN ? "all" : words.join(),
  isList: true,
  read: (given, name) => (given.length === 0 ? [...words] : chosen(split(given), name, words)),
});

/** Removes the default value of an option. */
export const optional = <T>(option: Option<T>): Option<T | undefined> => ({
  ...option,
  shown: "",
  read: (given, name) => (given.length === 0 ? undefined : option.read(given, name)),
});

/**
 * Reads the arguments of an experiment.
 * @param places the options that need no name, in this order; if the last one is a list, it takes all other words
 * @throws Failure if an argument is unknown or makes no sense
 */
export function readArguments<O extends Options>(
  options: O,
  places: readonly string[],
  args: string[],
): Values<O> {
  const given: Record<string, string[]> = {};
  const { tokens } = parsed(options, args);
  let words = 0;
  for (const token of tokens) {
    if (token.kind === "option") (given[token.name] ??= []).push(token.value ?? "");
    if (token.kind !== "positional") continue;
    const last = places.at(-1);
    const name = places[words] ?? (last !== undefined && options[last]?.isList ? last : undefined);
    if (name === undefined) throw new Failure(`The experiment has no use for "${token.value}".`);
    (given[name] ??= []).push(token.value);
    words += 1;
  }
  const entries = Object.entries(options).map(([name, option]) => [
    name,
    option.read(given[name] ?? [], name),
  ]);
  return Object.fromEntries(entries) as Values<O>;
}

function parsed(options: Options, args: string[]) {
  const types = Object.entries(options).map(
    ([name, { isFlag }]) => [name, { type: isFlag ? "boolean" : "string", multiple: true }] as const,
  );
  try {
    return parseArgs({ args, options: Object.fromEntries(types), allowPositionals: true, tokens: true });
  } catch (error) {
    throw new Failure((error as Error).message);
  }
}

/** Returns the lines of `--help`, one for each option. */
export function helpOf(options: Options): string[] {
  const names = Object.entries(options).map(([name, { shown }]) => `  --${name} ${shown}`.trimEnd());
  const width = Math.max(0, ...names.map(({ length }) => length));
  return Object.values(options).map(({ help }, at) => `${names[at]?.padEnd(width)}  ${help}`);
}

function split(given: readonly string[]): string[] {
  return given.flatMap((one) => one.split(",")).filter(Boolean);
}

function chosen<T extends string>(given: readonly string[], name: string, words: readonly T[]): T[] {
  const unknown = given.find((word) => !words.some((one) => one === word));
  if (unknown !== undefined) throw new Failure(`--${name} can be ${words.join(", ")}, and not "${unknown}".`);
  return given.length === 0 ? words.slice(0, 1) : (given as T[]);
}

function numberOf(given: string, name: string, { least = 0, most = Infinity }: Limits): number {
  const value = given.trim() === "" ? Number.NaN : Number(given);
  if (value >= least && value <= most) return value;
  const range = most === Infinity ? `from ${least}` : `from ${least} to ${most}`;
  throw new Failure(`--${name} must be a number ${range}, and not "${given}".`);
}

function wholeOf(given: string, name: string, limits: { least: number; most?: number | undefined }): number {
  const { least, most = Infinity } = limits;
  const value = numberOf(given, name, { least, most });
  if (!Number.isInteger(value)) throw new Failure(`--${name} must be a whole number, and not "${given}".`);
  return value;
}
