import { forgetAfterLogout } from "../page/kept-courses.ts";
import { deleteSent } from "../ui/drafts.ts";

/** Deletes the draft of a sent form. After a logout, deletes all drafts of the person, and the courses they opened. */
const sent = document.querySelector<HTMLElement>("[data-sent]")?.dataset["sent"];
if (sent) deleteSent(sent);
forgetAfterLogout();
