import { z } from "zod";
import { type ContactDetailName, contactDetailNames } from "../people/contact-details.ts";
import { parseLink } from "../files/drive-link.ts";
import type { ProblemMessage } from "../problems/problem-codes.ts";
import { asciiDigits } from "../text/words.ts";
import { versionSchema } from "./people.ts";
import { emailSchema, notText, textSchema } from "./text.ts";
import { refuse } from "./refuse.ts";

/** The maximum length in characters. It leaves space for brackets, hyphens and spaces among the digits. */
const LONGEST_PHONE = 30;
/** The number of digits: from a short service number to the limit of E.164. */
const PHONE_DIGITS = { min: 3, max: 15 };

const detail = (max: number) => textSchema({ required: true, max });

const phoneSchema = detail(LONGEST_PHONE).transform((value, context) => {
  const phone = asciiDigits(value);
  const { length } = phone.replace(/\D/g, "");
  if (/^\+?[\d ()-]+$/.test(phone) && length >= PHONE_DIGITS.min && length <= PHONE_DIGITS.max) return phone;
  return refuse(context, "phone");
});

const linkSchema = detail(300).transform((value, context) => {
  const link = parseLink(value);
  if (typeof link === "object") return link.href;
  return refuse(context, link === "notAUrl" ? "url" : link);
});

/** The schema of each detail, if the detail is not empty. Problems are codes of the message catalogue. */
export const contactDetailSchemas: Record<ContactDetailName, z.ZodType<string>> = {
  name: detail(100),
  phone: phoneSchema,
  email: emailSchema,
  address: detail(300),
  hours: detail(100),
  facebook: linkSchema,
  youtube: linkSchema,
  linkedin: linkSchema,
};

/** A schema that also accepts an empty detail. */
const orEmpty = (schema: z.ZodType<string>) =>
  z.string(notText).transform((value, context) => {
    if (value.trim() === "") return "";
    const { data, error } = schema.safeParse(value);
    if (data !== undefined) return data;
    return refuse(context, (error?.issues[0]?.message ?? "invalid") as ProblemMessage);
  });

const values = Object.fromEntries(
  contactDetailNames.map((name) => [name, orEmpty(contactDetailSchemas[name])]),
) as unknown as Record<ContactDetailName, z.ZodType<string>>;

/** The admin's settings. An empty detail keeps the default; the site hides the details in `hidden`. */
export const contactSettingsSchema = z.strictObject({
  ...values,
  hidden: z.array(z.enum(contactDetailNames)).max(contactDetailNames.length),
  version: versionSchema,
});
