import type { LinksFunction } from "react-router";
import styles from "../../styles/pile-page.css?url";

/** The additional links in the head of the pages of piles. */
export const pileLinks: LinksFunction = () => [{ rel: "stylesheet", href: styles }];
