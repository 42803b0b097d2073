import { deleteDrafts } from "../ui/drafts.ts";

/** Deletes the draft of a sent form, and all drafts of a person who logs out. */
const sent = document.querySelector<HTMLElement>("[data-sent]")?.dataset["sent"];
if (sent) deleteDrafts(sent);
