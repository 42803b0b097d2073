/** What the theme switch offers; `system` follows the device. */
export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** The theme of a text that came from a form or a cookie; `system` for anything else. */
export function parseTheme(given: string | null | undefined): Theme {
  return themes.find((theme) => theme === given) ?? "system";
}
