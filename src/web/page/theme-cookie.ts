import { cookieLine, cookiesOf } from "../../shared/people/cookies.ts";
import { parseTheme, type Theme } from "../../shared/people/theme.ts";

const NAME = "theme";
const YEAR = 365 * 24 * 60 * 60;

/** A cookie with the reader's theme, so that the server renders every page in this theme. */
export const themeCookie = (theme: Theme, secure: boolean): string =>
  cookieLine(NAME, theme, { seconds: theme === "system" ? 0 : YEAR, secure });

/** The theme in a request's cookies. */
export const readTheme = (cookies: string | null): Theme => parseTheme(cookiesOf(cookies)[NAME]);
