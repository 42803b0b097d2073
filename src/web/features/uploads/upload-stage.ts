import type { UploadState } from "./upload-session.ts";

/** Whether the person arranges pages ("pages"), a file is being joined or sent ("busy"), or neither. */
export function stageOf(state: UploadState | undefined): "empty" | "pages" | "busy" {
  if (state?.sending || state?.joining !== undefined) return "busy";
  return state && state.photos.length + state.opening > 0 ? "pages" : "empty";
}
