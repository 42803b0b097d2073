import { useState } from "react";
import type { Kind } from "../../../shared/kinds/index.ts";
import { useFormValues } from "./use-form-values.ts";
import { useReading } from "./use-reading.ts";
import { useSimilar } from "./use-similar.ts";

/**
 * What is told of an item while its form is filled in, where React runs.
 * @param first what the form says before anybody has changed it
 * @returns what is told; `watch` is for the form's `onChanged`, `setFileKey` for its uploader
 */
export function useFormHelp(kind: Kind, first: Record<string, string> = {}) {
  const [fileKey, setFileKey] = useState("");
  const { values, watch } = useFormValues(first);
  const reading = useReading(kind, fileKey);
  const similar = useSimilar(kind, values, fileKey);
  return { values, watch, setFileKey, reading, similar };
}
