/** What XML 1.0 has no place for, escaped or not (§2.2 "Characters"). */
const NO_CHARACTER =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** A piece of XML whose inserted texts are escaped, for content and for attributes in quotes. */
export function xml(parts: TemplateStringsArray, ...texts: string[]): string {
  return parts.reduce((whole, part, index) => whole + escapeXml(texts[index - 1] ?? "") + part);
}

function escapeXml(text: string): string {
  return text.replace(NO_CHARACTER, "").replace(/[&<>"']/g, (sign) => ENTITIES[sign] as string);
}
