import { useEffect, useEffectEvent } from "react";
import { useFetcher } from "react-router";
import { FILE_FIELD } from "../../../shared/files/files.ts";
import type { Kind } from "../../../shared/kinds/index.ts";
import type { Similar } from "../../items/similar.tsx";

/** How long to wait after the last change, in ms. */
const PAUSE = 500;
/**
 * The longest value that is compared, in characters. A longer value can't be a course or a year, and would
 * make the address too long.
 */
const MAX_VALUE = 300;
/** The compared fields that are not facets. */
const COMPARED = new Set(["link"]);

/**
 * The possible duplicates of the item in a form. They are loaded again when the file or the facts change.
 * @param values the values of the form, by field
 * @param fileKey the key of the uploaded file; "" without a file
 */
export function useSimilar(kind: Kind, values: Record<string, string>, fileKey: string): Similar | undefined {
  const fetcher = useFetcher<{ similar: Similar | undefined }>();
  const query = queryOf(kind, values, fileKey);
  const ask = useEffectEvent(() => void fetcher.load(`/dashboard/similar?${query}`));
  useEffect(() => {
    if (query === "") return undefined;
    const timer = setTimeout(ask, PAUSE);
    return () => clearTimeout(timer);
  }, [query]);
  return query === "" ? undefined : fetcher.data?.similar;
}

/** @returns "" while the form has too few values to compare */
function queryOf(kind: Kind, values: Record<string, string>, fileKey: string): string {
  const query = new URLSearchParams();
  for (const [name, { column, type }] of Object.entries(kind.fields)) {
    const isCompared = column !== undefined || COMPARED.has(type) || name === kind.title;
    const value = values[name] ?? "";
    if (isCompared && value !== "" && (type === "link" || value.length <= MAX_VALUE)) query.set(name, value);
  }
  if (fileKey !== "") query.set(FILE_FIELD, fileKey);
  if (query.size === 0) return "";
  query.set("kind", kind.name);
  return query.toString();
}
