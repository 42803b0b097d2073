import { parseLink, linkKey } from "../../../shared/files/drive-link.ts";
import { DomainError } from "../../../shared/problems/errors.ts";
import { facetColumnsOf } from "../../../shared/facets/facet-columns.ts";
import { FILE_FIELD, linkName } from "../../../shared/files/files.ts";
import type { PaperPrints } from "../../files/index.ts";
import type { Kind } from "../../../shared/kinds/index.ts";
import { checkField } from "../../../shared/schemas/item.ts";
import type { Traits } from "./reasons.ts";

type Fingerprint = Partial<Pick<Traits, "sha256" | "uploadedSha256" | keyof PaperPrints>>;

/**
 * The traits of a new item, from the fields that are filled in so far.
 * @param input the form's fields, unvalidated
 * @param fileOf finds an uploaded file by its key
 */
export async function traitsOf(
  kind: Kind,
  input: Record<string, unknown>,
  fileOf: (key: string) => Promise<Fingerprint>,
): Promise<Traits> {
  const checked = (name: string): string | null => {
    const field = kind.fields[name];
    const given = input[name];
    if (!field || typeof given !== "string") return null;
    const result = checkField(field, given);
    return "text" in result && result.text !== "" ? result.text : null;
  };
  const values = Object.entries(kind.fields).flatMap(([name, { column }]) =>
    column ? [[column, checked(name)]] : [],
  );
  const link = checked(linkName(kind) ?? "");
  const key = input[FILE_FIELD];
  const file = typeof key === "string" && key !== "" ? await known(fileOf(key)) : {};
  return {
    kind: kind.name,
    // "" marks an answer, which is never compared by course: it takes its course from its question.
    parentId: kind.parent ? "" : null,
    title: checked(kind.title) ?? "",
    linkKey: link !== null && typeof parseLink(link) !== "string" ? linkKey(link) : null,
    ...facetColumnsOf(Object.fromEntries(values)),
    sha256: file.sha256 ?? null,
    uploadedSha256: file.uploadedSha256 ?? null,
    hash: file.hash ?? null,
    print: file.print ?? null,
    pageHashes: file.pageHashes ?? null,
    pagePrints: file.pagePrints ?? null,
  };
}

/** Ignores a file that does not exist, that an item already uses, or that belongs to another person. */
async function known(file: Promise<Fingerprint>): Promise<Fingerprint> {
  try {
    return await file;
  } catch (error) {
    if (error instanceof DomainError && (error.code === "not_found" || error.code === "invalid_input"))
      return {};
    throw error;
  }
}
