import { deleteDrafts } from "../ui/drafts.ts";

/** What was sent is no draft any more, and who logged out leaves none on the machine. */
const sent = document.querySelector<HTMLElement>("[data-sent]")?.dataset["sent"];
if (sent) deleteDrafts(sent);
