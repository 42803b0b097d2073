import type { UploadState } from "./upload-session.ts";

/** Whether pages are being laid out, or something is on its way, or nothing of the two. */
export function stageOf(state: UploadState | undefined): "empty" | "pages" | "busy" {
  if (state?.sending || state?.joining !== undefined) return "busy";
  return state && state.photos.length + state.opening > 0 ? "pages" : "empty";
}
