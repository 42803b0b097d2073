import type { LinksFunction } from "react-router";
import styles from "../styles/course-page.css?url";

/** The additional links in the head of a course and of the pages that lead to it. */
export const courseLinks: LinksFunction = () => [{ rel: "stylesheet", href: styles }];
