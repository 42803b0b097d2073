import { kinds } from "../kinds/index.ts";
import { idPattern } from "../schemas/text.ts";

export interface ItemPlace {
  /** The name of the item's kind. */
  kind: string;
  id: string;
}

/**
 * Finds the item in the address of its page or of its report form. The host is ignored, because a site can
 * have several names; the caller must check that the item exists.
 * @param text a full address or a path
 * @returns undefined if the address isn't an item's address
 */
export function parseItemAddress(text: string): ItemPlace | undefined {
  const path = URL.parse(text, "https://proshno.invalid")?.pathname ?? "";
  const [, page, id] = /(\/[^/]+)\/([^/]+)(?:\/report)?\/?$/.exec(path) ?? [];
  const kind = kinds.find(({ pages }) => pages.details?.toLowerCase() === page?.toLowerCase());
  return kind && id && idPattern.test(id) ? { kind: kind.name, id } : undefined;
}
