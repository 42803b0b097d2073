import { useEffect, useEffectEvent } from "react";
import { useFetcher } from "react-router";
import { FILE_FIELD } from "../../../shared/files.ts";
import type { Kind } from "../../../shared/kinds/index.ts";
import type { Similar } from "./similar.tsx";

/** After so long without another letter, in ms. */
const PAUSE = 500;
/** Longer ones are no course and no year, and would make the address too long. In characters. */
const MAX_VALUE = 300;
/** What is compared, besides the columns by which lists filter. */
const COMPARED = new Set(["link"]);

/**
 * What in the archive looks like the item whose form is filled in, asked for as its file and its facts come.
 * @param values of the form by field @param fileKey of the uploaded file; "" where there is none
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

/** @returns "" as long as the form says too little */
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
