import { parseTheme, type Theme } from "../shared/theme.ts";

const NAME = "theme";
const YEAR = 365 * 24 * 60 * 60;

/** A cookie that keeps the reader's choice, so that the server draws every page in it at once. */
export function themeCookie(theme: Theme, secure: boolean): string {
  const age = theme === "system" ? 0 : YEAR;
  return `${NAME}=${theme}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}

/** The theme of a request's cookies. */
export function readTheme(cookies: string | null): Theme {
  return parseTheme(new RegExp(`(?:^|; )${NAME}=([^;]+)`).exec(cookies ?? "")?.[1]);
}
