import type { LinksFunction } from "react-router";
import styles from "../styles/app-pages.css?url";

/** What the head of each page of the dashboard and the admin area links to besides what all pages do. */
export const appLinks: LinksFunction = () => [{ rel: "stylesheet", href: styles }];
