import { answer } from "./answer.ts";
import { blog } from "./blog.ts";
import { book } from "./book.ts";
import type { Kind } from "./define.ts";
import { lab } from "./lab.ts";
import { note } from "./note.ts";
import { question } from "./question.ts";
import { syllabus } from "./syllabus.ts";

/** All kinds, in the order of the header menu. To add a kind, import its file and add its name here. */
export const kinds: readonly Kind[] = [question, syllabus, blog, note, lab, book, answer];

/** Kinds whose items have their own pages: lists, details, forms and a contributor's own lists. */
export const standaloneKinds: readonly Kind[] = kinds.filter((kind) => !kind.parent);

/** @throws Error for an unknown name, which is a bug */
export function kindNamed(name: string): Kind {
  const kind = kinds.find((candidate) => candidate.name === name);
  if (!kind) throw new Error(`No kind named ${name}`);
  return kind;
}

/** The kind whose items answer items of this kind. */
export function childKind(kind: Kind): Kind | undefined {
  return kind.answers ? kinds.find((candidate) => candidate.parent?.kind === kind.name) : undefined;
}

export type { Field, Kind, KindWords } from "./define.ts";
export type { FieldWords } from "./field-types.ts";
