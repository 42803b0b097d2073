import type { LinksFunction } from "react-router";
import styles from "../styles/app-pages.css?url";

/** The head's extra links on pages of the dashboard and the admin area. */
export const appLinks: LinksFunction = () => [{ rel: "stylesheet", href: styles }];
