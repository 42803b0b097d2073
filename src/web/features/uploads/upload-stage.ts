import type { UploadState } from "./upload-session.ts";

/** Whether the person arranges pages, a file is on its way, or neither. */
export function stageOf(state: UploadState | undefined): "empty" | "pages" | "busy" {
  if (state?.sending || state?.joining !== undefined) return "busy";
  return state && state.photos.length + state.opening > 0 ? "pages" : "empty";
}
