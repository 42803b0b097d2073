import type { FacetColumns, FacetKeys } from "../../../shared/facets/facet-columns.ts";
import { type FacetName, facetNames, facets } from "../../../shared/facets/facets.ts";
import { type SimilarReason, similarReasons } from "../../../shared/items/similar.ts";
import type { ResourceTable } from "../../platform/index.ts";
import { type PaperPrints, unpackPrints } from "../../files/index.ts";
import { isSamePaper } from "./same-pages.ts";

/** The traits that are compared between two items. */
export interface Traits
  extends
    FacetColumns,
    FacetKeys,
    Pick<ResourceTable, "kind" | "parentId" | "title" | "linkKey">,
    PaperPrints {
  /** The SHA-256 of the stored file. */
  sha256: string | null;
  /** The SHA-256 of the uploaded bytes, if they differ from the stored bytes. */
  uploadedSha256?: string | null;
}

const rules: Record<SimilarReason, (one: Traits, other: Traits) => boolean> = {
  sameFile: isSameFile,
  sameLink: (one, other) => one.linkKey !== null && one.linkKey === other.linkKey,
  samePage: (one, other) =>
    !isSameFile(one, other) &&
    isSamePaper(unpackPrints(one), unpackPrints(other)) &&
    !apart.some((name) => isDifferent(name, one, other)),
  sameExam: (one, other) =>
    one.codeNorm !== null && one.codeNorm === other.codeNorm && isSameSitting(one, other),
  sameTitle: (one, other) =>
    one.codeNorm === null &&
    other.codeNorm === null &&
    (["title", "department", "subject"] as const).every((name) => fold(one[name]) === fold(other[name])) &&
    isSameSitting(one, other),
};

/**
 * The reasons why two items may be duplicates, the strongest first. The list is empty if they are not
 * duplicates.
 */
export function reasonsBetween(one: Traits, other: Traits): SimilarReason[] {
  return similarReasons.filter((reason) => rules[reason](one, other));
}

/** The hashes of the first pages, upright and upside down. */
export const searchedHashes = (paper: PaperPrints): string[] =>
  unpackPrints(paper).flatMap(({ hash, turnedHash }) => (turnedHash === null ? hash : [hash, turnedHash]));

/** The SHA-256s of the stored and the uploaded bytes of an item's file. */
export const fileHashes = ({ sha256, uploadedSha256 }: Traits): string[] =>
  [sha256, uploadedSha256].filter((hash) => typeof hash === "string");

/**
 * Stored bytes of the same upload can differ, because different versions of our code strip different
 * metadata. A person can also download a stored file and upload it again.
 */
function isSameFile(one: Traits, other: Traits): boolean {
  const hashes = fileHashes(other);
  return fileHashes(one).some((hash) => hashes.includes(hash));
}

/** Answers never match, because they take their course from their questions. */
function isSameSitting(one: Traits, other: Traits): boolean {
  return one.kind === other.kind && one.parentId === null && other.parentId === null && isOneExam(one, other);
}

/** Returns false if a detail that both papers have shows two exams. Other code compares the course codes. */
export const isOneExam = (one: FacetColumns, other: FacetColumns): boolean =>
  facetNames.every((name) => fitsOneSitting(name, one, other));

/** The facets that distinguish papers with the same template. */
const apart = facetNames.filter((name) => facets[name].tellsPapersApart);

function fitsOneSitting(name: FacetName, one: FacetColumns, other: FacetColumns): boolean {
  const { exam } = facets[name];
  const isBlank = one[name] === null || other[name] === null;
  if (exam === "same" && isBlank) return one[name] === other[name];
  return exam === undefined || !isDifferent(name, one, other);
}

/** The facets that name the exam of a paper. Papers of a department share a template, so these tell them apart. */
export const namesOfExam: readonly FacetName[] = [
  "code",
  ...facetNames.filter((name) => facets[name].exam === "same" || facets[name].tellsPapersApart),
];

/** The known values of a paper, by facet. */
export type KnownFacets = Partial<Record<FacetName, string | number | null>>;

/** Returns true if both papers have a value of this facet, and the values differ. */
export function isDifferent(
  name: FacetName,
  { [name]: one = null }: KnownFacets,
  { [name]: other = null }: KnownFacets,
): boolean {
  if (one === null || other === null) return false;
  const { fold: normal, isSame = (a: string, b: string) => normal(a) === normal(b) } = facets[name];
  return !isSame(String(one), String(other));
}

const fold = (text: string | null): string | undefined => text?.toLowerCase();
