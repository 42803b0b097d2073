import { deleteDrafts } from "../ui/drafts.ts";

/** Removes the draft of a sent form, and all drafts of a person who logged out. */
const sent = document.querySelector<HTMLElement>("[data-sent]")?.dataset["sent"];
if (sent) deleteDrafts(sent);
