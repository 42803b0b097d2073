import { en } from "../../../src/shared/messages/en.ts";

type Template = keyof typeof en.mail.templates;

/** The subject of a mail, if it names no item and no person. */
export const mailSubject = (name: Template): string => en.mail.templates[name]({} as never).subject;
