const PRIME = 2_147_483_647;

/** A number for a text, almost always different for different texts. */
function hashOf(text: string, base: number): number {
  let hash = 7;
  for (let index = 0; index < text.length; index += 1) hash = (hash * base + text.charCodeAt(index)) % PRIME;
  return hash;
}

/**
 * A text by which the server knows a chosen file again: the same for the same file, also after a reload.
 * @param path the file's name with its folders
 */
export function markOf({ size, lastModified }: Pick<File, "size" | "lastModified">, path: string): string {
  const parts = [hashOf(path, 257), hashOf(path, 65_599), size, lastModified];
  return parts.map((part) => part.toString(36)).join("-");
}
