import type { Item } from "../page/context.ts";

/**
 * The address that shows an item's file or link. For a link to a file on Drive, it is Drive's preview, because `downloadUrl`
 * would download the file.
 */
export const openHref = ({ file, previewUrl, downloadUrl }: Item): string | undefined =>
  file ? downloadUrl : (previewUrl ?? downloadUrl);
