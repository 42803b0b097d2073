import { attachDraft } from "../ui/attach-draft.ts";

/** Saves typed text in the forms of a page without React. */
for (const note of document.querySelectorAll<HTMLElement>("[data-draft]")) attachDraft(note);
