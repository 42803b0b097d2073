const MAX_LABEL = 300;
/** The part of a longer name that is cleaned, in characters. */
const MAX_READ = 4 * MAX_LABEL;

/** A name as a row shows it: without characters that we can't show, and not too long. */
export function cleanLabel(name: string): string {
  const clean = name
    .slice(0, MAX_READ)
    .toWellFormed()
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "")
    .normalize("NFC")
    .trim();
  return clean.length > MAX_LABEL ? `${clean.slice(0, MAX_LABEL).toWellFormed()}…` : clean;
}

/** The label of a file in a ZIP: its name with its folders. A path out of the ZIP loses its dots, and no name is ever used as a path. */
export const labelInZip = (name: string): string =>
  cleanLabel(
    name
      .replace(/^[A-Za-z]:/, "")
      .split("/")
      .map((part) => part.trim())
      .filter((part) => part !== "" && part !== "." && part !== "..")
      .join("/"),
  ) || "?";
