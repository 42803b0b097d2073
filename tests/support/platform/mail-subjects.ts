import { enMail } from "../../../src/shared/messages/en-mail.ts";

type Template = keyof typeof enMail.templates;

/** The subject of a mail, if it names no item and no person. */
export const mailSubject = (name: Template): string => enMail.templates[name]({} as never).subject;
