import { answer } from "./answer.ts";
import { blog } from "./blog.ts";
import { book } from "./book.ts";
import type { Kind } from "./define.ts";
import { lab } from "./lab.ts";
import { note } from "./note.ts";
import { question } from "./question.ts";
import { syllabus } from "./syllabus.ts";

/** The registry: every kind, in the order of the header menu. A new kind is a file here and a line. */
export const kinds: readonly Kind[] = [question, syllabus, blog, note, lab, book, answer];

/** Kinds that stand by themselves: with lists, details, forms and my-lists. */
export const standaloneKinds: readonly Kind[] = kinds.filter((kind) => !kind.parent);

/** @throws Error for a name that is not in the registry, which is a fault of the program */
export function kindNamed(name: string): Kind {
  const kind = kinds.find((candidate) => candidate.name === name);
  if (!kind) throw new Error(`No kind named ${name}`);
  return kind;
}

/** The kind whose items answer items of this one. */
export function childKind(kind: Kind): Kind | undefined {
  return kind.answers ? kinds.find((candidate) => candidate.parent?.kind === kind.name) : undefined;
}

export type { Field, Kind, KindWords } from "./define.ts";
export type { FieldWords } from "./field-types.ts";
