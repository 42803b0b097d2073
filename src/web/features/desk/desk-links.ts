import type { LinksFunction } from "react-router";
import styles from "../../styles/desk-page.css?url";

/** The additional links in the head of the desk. */
export const deskLinks: LinksFunction = () => [{ rel: "stylesheet", href: styles }];
