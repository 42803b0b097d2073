import {
  type DeskConfidence,
  type DetailState,
  confidenceOfDetails,
  detailStates,
} from "../../../shared/moderating/desk.ts";
import { confidenceOf } from "../../../shared/items/confidence.ts";
import { type FacetName, facets } from "../../../shared/facets/facets.ts";
import { linkName, imageNames } from "../../../shared/files/files.ts";
import { type Field, type Kind, kindNamed } from "../../../shared/kinds/index.ts";
import type { PaperProposal } from "../../files/index.ts";
import type { ResourceTable } from "../../platform/index.ts";
import { itemFields } from "../../library/index.ts";
import type { DeskDetail, Doubts } from "./desk-types.ts";

type Row = Pick<ResourceTable, "kind" | "fileKey"> & Parameters<typeof itemFields>[1];

/** The fields that a moderator checks at the desk: all but links and images. */
export const deskFields = (kind: Kind): [name: string, field: Field][] =>
  Object.entries(kind.fields).filter(([, { type }]) => type !== "link" && type !== "image");

/**
 * The details of an item beside those of its file: first the doubtful ones, then the others in the order of the
 * form.
 */
export function detailsOf(row: Row, proposal: PaperProposal | undefined): DeskDetail[] {
  const kind = kindNamed(row.kind);
  const values = itemFields(kind, row);
  const details = deskFields(kind).map(([name, field]): DeskDetail => {
    const fact = field.column && proposal?.facts[field.column];
    const read = fact && {
      value: fact.value,
      confidence: confidenceOf(fact.confidence),
      snippet: fact.snippet,
      place: fact.place,
    };
    return {
      name,
      value: values[name],
      isRequired: field.required,
      state: stateOf(field, values[name], read),
      read,
    };
  });
  const place = ({ state }: DeskDetail) =>
    Math.min(detailStates.indexOf(state), detailStates.indexOf("likely"));
  return details.toSorted((one, other) => place(one) - place(other));
}

function stateOf(field: Field, value: string | undefined, read: DeskDetail["read"]): DetailState {
  const isReliable = read !== undefined && read.confidence !== "guess";
  if (value === undefined) return field.required || isReliable ? "missing" : "empty";
  if (!read || !field.column) return "given";
  const { fold } = facets[field.column];
  if (fold(value) === fold(read.value)) return read.confidence === "sure" ? "printed" : "likely";
  return isReliable ? "check" : "given";
}

/** The details that name an exam: a paper without one of them is not read completely. */
const EXAM: readonly FacetName[] = ["code", "subject", "examType", "year", "university"];

/** The doubts about an item, and how certain its details are. */
export function doubtsOf(
  row: Row,
  proposal: PaperProposal | undefined,
): { doubts: Doubts; confidence: DeskConfidence } {
  const details = detailsOf(row, proposal);
  const { fields } = kindNamed(row.kind);
  const named = (state: DetailState) => details.filter((one) => one.state === state).map(({ name }) => name);
  return {
    doubts: {
      missing: named("missing"),
      check: named("check"),
      unread: details
        .filter(({ name, state }) => {
          const column = fields[name]?.column;
          return column && (state === "given" || (state === "empty" && EXAM.includes(column)));
        })
        .map(({ name }) => name),
    },
    confidence: confidenceOfDetails(details.map(({ state }) => state)),
  };
}

/** The required fields of an item without a value. A file replaces a link or an image. */
export function missingRequired(row: Row): string[] {
  const kind = kindNamed(row.kind);
  const values = itemFields(kind, row);
  const byFile = new Set([...imageNames(kind), linkName(kind)]);
  return Object.entries(kind.fields)
    .filter(
      ([name, { required }]) => required && !values[name] && !(byFile.has(name) && row.fileKey !== null),
    )
    .map(([name]) => name);
}
