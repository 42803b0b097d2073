import type { LinksFunction } from "react-router";
import styles from "../styles/app-pages.css?url";

/** The additional links in the head of pages in the dashboard and the admin area. */
export const appLinks: LinksFunction = () => [{ rel: "stylesheet", href: styles }];
