/** The options of the theme switch. `system` follows the device. */
export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** Reads the theme from a form or a cookie. Any other text means `system`. */
export function parseTheme(given: string | null | undefined): Theme {
  return themes.find((theme) => theme === given) ?? "system";
}
