import { z } from "zod";
import { acceptedYears, yearOfSession } from "../facets/accepted-years.ts";
import { departmentValue } from "../courses/departments.ts";
import { facets } from "../facets/facets.ts";
import { parseLink } from "../files/drive-link.ts";
import { pastedLink } from "../files/pasted-link.ts";
import { maxMegabytes } from "../files/file-limits.ts";
import { BETTER_COPY_FIELD, FILE_FIELD, isFileAddress, linkName, mayBeBetterCopy } from "../files/files.ts";
import type { Field, Kind } from "../kinds/define.ts";
import { LINK_MAX } from "../kinds/fields.ts";
import { isSet, setKey } from "../facets/normal-forms.ts";
import type { ProblemMessage } from "../problems/problem-codes.ts";
import { words } from "../text/words.ts";
import { checkText, idSchema, numericText } from "./text.ts";
import { addProblem } from "./refuse.ts";

const DATA_URL = /^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+=*$/;

const isDataUrl = (text: string): boolean => text.trimStart().startsWith("data:");

type Checked = { text: string } | { problem: ProblemMessage };

/**
 * Checks one value against the rules of its field.
 * @returns the value as stored, or a problem code of the message catalogue
 */
export function checkField(field: Field, value: string | number): Checked {
  const typed = String(value);
  const isLink = field.type === "link" || (field.type === "image" && !isDataUrl(typed));
  const raw = field.type === "year" ? yearOfSession(numericText(value)) : isLink ? pastedLink(typed) : typed;
  const checked = checkText(raw, {
    required: field.required,
    max: field.max,
    lines: field.type === "longText",
  });
  if ("problem" in checked) {
    if (field.type === "year" && checked.problem.startsWith("tooLong")) return { problem: yearProblem() };
    const isLargeImage =
      field.type === "image" && isDataUrl(raw) && checked.problem === `tooLong:${field.max}`;
    return isLargeImage ? { problem: `imageSize:${maxMegabytes.imageData}` } : checked;
  }
  if (checked.text === "") return checked;
  return fieldRules[field.type](checked.text, field);
}

const yearProblem = (): ProblemMessage => {
  const [first, last] = acceptedYears();
  return `year:${first} to ${last}`;
};
const keep = (text: string): Checked => ({ text });
const hasWords = (text: string): Checked => (words(text).length > 0 ? { text } : { problem: "letters" });

/** The limit applies to the stored address, because encoding makes other scripts up to nine times as long. */
function checkLink(text: string): Checked {
  const link = parseLink(text);
  if (typeof link === "string") return { problem: link };
  return link.href.length > LINK_MAX ? { problem: `tooLong:${LINK_MAX}` } : { text: link.href };
}

const fieldRules: Record<Field["type"], (text: string, field: Field) => Checked> = {
  text: hasWords,
  ordinal: hasWords,
  longText: keep,
  year: (text) => {
    const [first, last] = acceptedYears();
    const isYear = /^\d{4}$/.test(text) && Number(text) >= first && Number(text) <= last;
    return isYear ? { text } : { problem: yearProblem() };
  },
  department: (text) => ({ text: departmentValue(text) }),
  choice: (text, field) => {
    const asked = field.column ? facets[field.column].fold(text) : text.toLowerCase();
    const option = field.options?.find((candidate) => candidate === asked);
    return option ? { text: option } : { problem: `choice:${field.options?.join(", ")}` };
  },
  set: (text) => {
    const set = setKey(text);
    return isSet(set) ? { text: set } : { problem: "set" };
  },
  link: checkLink,
  image: (text) => {
    if (isDataUrl(text)) return DATA_URL.test(text) ? { text } : { problem: "imageData" };
    return checkLink(text);
  },
};

/**
 * The payload of a contribution: every field of the kind, its aliases, and the fields that we ignore. Other
 * fields are refused. The result has the fields by canonical name, without empty optional ones.
 * @param origin links to files at this origin are valid; undefined allows none
 */
export function itemSchema(kind: Kind, origin?: string) {
  const shape: Record<string, z.ZodType> = {};
  for (const name of kind.ignored)
    shape[name] = z.unknown().optional().meta({ description: "Ignored, because the server sets this field" });
  for (const [name, field] of Object.entries(kind.fields)) {
    for (const spelling of [name, ...(field.aliases ?? [])])
      shape[spelling] = fieldSchema(field, kind, name).optional();
  }
  if (kind.parent) shape[kind.parent.idField] = idSchema;
  if (linkName(kind) !== undefined) shape[FILE_FIELD] = fileKeySchema.optional();
  if (mayBeBetterCopy(kind)) shape[BETTER_COPY_FIELD] = betterCopySchema.optional();
  return z
    .strictObject(shape)
    .transform((input, context) => canonicalItem(kind, input, context, origin))
    .meta(requirements(kind));
}

/** The required fields for the OpenAPI document. They include fields that an alias can replace. */
function requirements(kind: Kind) {
  const required = Object.entries(kind.fields).filter(([, field]) => field.required);
  const choices = required.filter(([, field]) => field.aliases?.length || field.type === "link");
  return {
    required: [
      ...required.filter((field) => !choices.includes(field)).map(([name]) => name),
      ...(kind.parent ? [kind.parent.idField] : []),
    ],
    ...(choices.length > 0
      ? {
          allOf: choices.map(([name, field]) => ({
            anyOf: [name, ...(field.aliases ?? []), ...(field.type === "link" ? [FILE_FIELD] : [])].map(
              (one) => ({ required: [one] }),
            ),
          })),
        }
      : {}),
  };
}

/** A form without a choice sends an empty id. */
const betterCopySchema = idSchema
  .or(z.literal(""))
  .meta({ description: "The id of the public item of which this is a better copy; only for new items" });

/** A form without a file sends an empty key. */
const fileKeySchema = z
  .string({ error: "text" })
  .regex(/^(?:[0-9a-f]{32})?$/, { error: "fileGone" })
  .meta({
    description: "The key of an uploaded file, instead of a link",
    examples: ["0123456789abcdef0123456789abcdef"],
  });

function fieldSchema(field: Field, kind: Kind, name: string) {
  const numeric = field.type === "ordinal" || field.type === "year" || field.type === "set";
  const base = numeric ? z.union([z.string(), z.number()], { error: "text" }) : z.string({ error: "text" });
  const said = kind.words.en.fields[name];
  return base.meta({
    description: [said?.label ?? name, said?.hint].filter((text) => text !== undefined).join(". "),
    examples: examples(field),
    ...(field.type === "year" ? {} : { maxLength: field.max }),
    ...(field.options ? { enum: field.options } : {}),
  });
}

function examples(field: Field): readonly string[] {
  const ofType: Partial<Record<Field["type"], readonly string[]>> = {
    year: ["2019"],
    ordinal: ["2", "2nd"],
    department: ["CSE"],
    choice: [field.options?.[0] ?? ""],
    set: ["A"],
    link: ["https://drive.google.com/file/d/1SAMPLEabcdefghijklmnopqrstuvwxyz/view"],
    image: ["https://example.edu/cover.png"],
  };
  return field.examples ?? ofType[field.type] ?? ["Data Structures"];
}

function canonicalItem(
  kind: Kind,
  input: Record<string, unknown>,
  context: z.core.$RefinementCtx,
  origin: string | undefined,
) {
  const item: Record<string, string> = {};
  const link = linkName(kind);
  const file = link === undefined ? "" : String(input[FILE_FIELD] ?? "");
  if (file !== "") item[FILE_FIELD] = file;
  for (const [name, declared] of Object.entries(kind.fields)) {
    const field = name === link && file !== "" ? { ...declared, required: false } : declared;
    const spelling = [name, ...(field.aliases ?? [])].find((candidate) => input[candidate] !== undefined);
    const value = (spelling ? input[spelling] : "") as string | number;
    const isOurs = name === link && origin !== undefined && isFileAddress(String(value), origin);
    const checked = isOurs ? keep(String(value)) : checkField(field, value);
    if ("problem" in checked) {
      const isMissing = name === link && checked.problem === "required";
      addProblem(context, isMissing ? "fileOrLink" : checked.problem, name);
    } else if (checked.text !== "") item[name] = checked.text;
  }
  if (link !== undefined && file !== "" && item[link] !== undefined) addProblem(context, "linkOrFile", link);
  if (input[BETTER_COPY_FIELD]) item[BETTER_COPY_FIELD] = String(input[BETTER_COPY_FIELD]);
  if (kind.parent) item[kind.parent.idField] = input[kind.parent.idField] as string;
  return item;
}
