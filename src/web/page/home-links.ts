import type { LinksFunction } from "react-router";
import styles from "../styles/home-page.css?url";

/** The additional links in the head of the home page. */
export const homeLinks: LinksFunction = () => [{ rel: "stylesheet", href: styles }];
