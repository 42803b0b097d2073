import { kinds } from "./kinds/index.ts";
import { idPattern } from "./schemas/text.ts";

export interface ItemPlace {
  /** The name of its kind. */
  kind: string;
  id: string;
}

/**
 * The item that an address leads to: that of its page or of the form that reports it. The host does not matter, as a
 * site may be open at more than one name; who uses this looks the item up anyhow.
 * @param text a whole address, or a path
 * @returns undefined for what is no item's address
 */
export function parseItemAddress(text: string): ItemPlace | undefined {
  const path = URL.parse(text, "https://proshno.invalid")?.pathname ?? "";
  const [, page, id] = /(\/[^/]+)\/([^/]+)(?:\/report)?\/?$/.exec(path) ?? [];
  const kind = kinds.find(({ pages }) => pages.details?.toLowerCase() === page?.toLowerCase());
  return kind && id && idPattern.test(id) ? { kind: kind.name, id } : undefined;
}
