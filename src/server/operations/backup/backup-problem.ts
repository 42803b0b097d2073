import { enBackup } from "../../../shared/messages/en-backup.ts";

type Problems = (typeof enBackup)["problems"];
export type BackupProblemCode = keyof Problems;
type Parameter<Code extends BackupProblemCode> = Problems[Code] extends (...given: infer Given) => string
  ? Given
  : [];

/** A backup, a restore or a check that can't continue. The message tells the operator what to do. */
export class BackupProblem extends Error {
  readonly code: BackupProblemCode;

  constructor(code: BackupProblemCode, text: string) {
    super(text);
    this.code = code;
  }
}

/** The longest value in a sentence, in characters. A path has up to 4,096. */
const LONGEST = 4_096;

/** A value without the characters that control a terminal. Some values come from a place, which may be hostile. */
const printable = (value: unknown): unknown =>
  typeof value === "string" ? value.slice(0, LONGEST).replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "?") : value;

/** Makes the error of a problem. @param given the values in its sentence */
export function problem<Code extends BackupProblemCode>(
  code: Code,
  ...given: Parameter<Code>
): BackupProblem {
  const text = enBackup.problems[code] as string | ((...values: unknown[]) => string);
  return new BackupProblem(code, typeof text === "string" ? text : text(...given.map(printable)));
}
