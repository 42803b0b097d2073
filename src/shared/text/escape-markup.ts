/** Characters that XML 1.0 forbids, even if they are escaped (§2.2 "Characters"). */
const NOT_ALLOWED =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes a text for the content of HTML and XML, and for quoted attributes. */
export const escapeMarkup = (text: string): string =>
  text.replace(NOT_ALLOWED, "").replace(/[&<>"']/g, (sign) => ENTITIES[sign] as string);
