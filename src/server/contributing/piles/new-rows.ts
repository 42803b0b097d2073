import { createHash } from "node:crypto";
import type { Problem } from "../../../shared/problems/errors.ts";
import type { UploadedFile } from "../../files/index.ts";
import type { PileRowTable } from "../../platform/index.ts";
import { cleanLabel } from "./pile-labels.ts";
import type { NewPileRow } from "./pile-rows.repo.ts";

/** The kind of a new row. Nearly all papers are questions. */
export const FIRST_KIND = "question";

/** A row for one file. @param rowId always the same for this file, so that a second call adds nothing */
export const rowOfFile = (
  pileId: string,
  rowId: string,
  { key, name, traits }: UploadedFile,
  label = name,
): NewPileRow => ({
  row: draftRow(pileId, rowId, label),
  files: [
    {
      id: derivedId(`file ${key}`),
      fileKey: key,
      turn: 0,
      firstPage: null,
      lastPage: null,
      look: traits ? JSON.stringify(traits) : null,
    },
  ],
});

/** A row that names a refused file or link. */
export const refusedRow = (pileId: string, rowId: string, label: string, problem: Problem): NewPileRow => ({
  row: { ...draftRow(pileId, rowId, label), state: "refused", problem: JSON.stringify(problem) },
  files: [],
});

export const draftRow = (pileId: string, id: string, label: string): Omit<PileRowTable, "position"> => ({
  id,
  pileId,
  kind: FIRST_KIND,
  label: cleanLabel(label),
  fields: "{}",
  link: null,
  state: "draft",
  problem: null,
  sendAnyway: 0,
  keepWhole: 0,
  duplicate: null,
  alike: null,
  betterCopyOf: null,
  failure: null,
  itemId: null,
  sendAt: null,
  version: 1,
});

/** An id that is always the same for the same text. */
export const derivedId = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, 24);

/** A problem code with its parameter, as schemas report it. */
export function problemOf(message: string): Problem {
  const [code, ...param] = message.split(":");
  return { code: code as Problem["code"], ...(param.length > 0 && { param: param.join(":") }) };
}
