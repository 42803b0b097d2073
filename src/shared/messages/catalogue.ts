/** The languages of the site. If you add one, tsc lists each catalogue without it. */
export type Locale = "en";
/** The language of all pages, mails and feeds. Only English exists so far. */
export const siteLocale: Locale = "en";

/** The same texts in each language. */
export type Catalogue<Texts> = Readonly<Record<Locale, Texts>>;

/** The type of a translation. It has all keys of the English texts, and no other key. */
export type Translation<English, Own> = English extends (...values: never[]) => unknown
  ? English
  : English extends readonly (infer Element)[]
    ? readonly Element[]
    : English extends object
      ? {
          [Key in keyof English]: Key extends keyof Own ? Translation<English[Key], Own[Key]> : English[Key];
        } & {
          [Extra in Exclude<keyof Own, keyof English>]: never;
        }
      : English;

/**
 * Declares texts in each language: `catalogue({ en: enDesk })`. It stands beside its English texts and not in a list
 * of all catalogues, so that the browser gets only the catalogues that a page imports.
 */
export function catalogue<Texts extends Record<Locale, unknown>>(
  texts: Texts & { [Language in Locale]: Translation<Texts["en"], Texts[Language]> },
): Catalogue<Texts["en"]> {
  return texts;
}
