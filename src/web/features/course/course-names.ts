import { kindNamed } from "../../../shared/kinds/index.ts";

/** The form that adds a paper. */
export const ADD_PAPER = `/dashboard/${kindNamed("question").pages.add}`;
