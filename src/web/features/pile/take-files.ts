import { MAX_ZIP_BYTES } from "../../../shared/files/file-limits.ts";
import { MAX_PILE_ROWS } from "../../../shared/files/pile-limits.ts";
import type { ChosenFile, Selection } from "./collect-files.ts";
import { markOf } from "./mark-of.ts";
import type { QueueMessages } from "./queue-messages.ts";

/** A file that a pile takes. */
export interface TakenFile extends ChosenFile {
  mark: string;
}

export interface TakenFiles {
  taken: TakenFile[];
  /** How many of the chosen files are uploaded already. */
  known: number;
  /** Sentences about the files that the pile doesn't take; undefined if it takes all. */
  problem: string | undefined;
}

/** So many names fit into a sentence. */
const MAX_NAMES = 5;

export const isZip = (name: string): boolean => /\.zip$/i.test(name);

/**
 * The files of a selection that a pile takes.
 * @param marks of the files that are uploaded already
 * @param places how many files the pile still takes
 */
export function takeFiles(
  { files, unreadable }: Selection,
  messages: QueueMessages,
  {
    marks = new Set<string>(),
    places = MAX_PILE_ROWS,
  }: { marks?: ReadonlySet<string>; places?: number } = {},
): TakenFiles {
  const { pile: words, tooLarge } = messages;
  const marked = files.map(({ file, path }) => ({ file, path, mark: markOf(file, path) }));
  const fresh = marked.filter(({ mark }) => !marks.has(mark));
  const [large, fitting] = [fresh.filter(isTooLarge), fresh.filter((one) => !isTooLarge(one))];
  const taken = fitting.slice(0, Math.max(0, places));
  const [first, ...others] = fitting.slice(taken.length);
  const problems = [
    ...large.map(({ path }) => words.zip.refused(path, tooLarge.zip)),
    ...(first ? [words.tooManyFiles(others.length + 1, first.path, MAX_PILE_ROWS)] : []),
    ...(unreadable.length > 0 ? [words.unreadable(unreadable.slice(0, MAX_NAMES), unreadable.length)] : []),
  ];
  return { taken, known: marked.length - fresh.length, problem: problems.join(" ") || undefined };
}

const isTooLarge = ({ file }: ChosenFile): boolean => isZip(file.name) && file.size > MAX_ZIP_BYTES;
