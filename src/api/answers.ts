import { z } from "zod";
import type { Kind } from "../shared/kinds/index.ts";
import { ratings } from "../shared/schemas/people.ts";
import { statuses } from "../shared/items/status.ts";

/**
 * The schemas of responses for the OpenAPI document. Contract tests parse real responses with these schemas.
 */
export const insertedSchema = z.strictObject({ acknowledged: z.literal(true), insertedId: z.string() });

export const modifiedSchema = z.strictObject({
  acknowledged: z.literal(true),
  matchedCount: z.number().int(),
  modifiedCount: z.number().int(),
});

export const personSchema = z.strictObject({
  _id: z.string(),
  displayName: z.string(),
  email: z.string(),
  photoURL: z.string(),
  department: z.string(),
  roll: z.string(),
  university: z.string(),
  complete: z.boolean(),
  role: z.enum(["student", "moderator", "admin"]),
});

export const reviewAnswerSchema = z.strictObject({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  comment: z.string(),
  rating: z.enum(ratings),
});

/** With `secondFactor` the user is null: the session is pending until the person enters the code. */
export const signedInSchema = z.strictObject({ user: personSchema.nullable(), secondFactor: z.boolean() });
export const confirmedSchema = z.strictObject({ success: z.literal(true) });
/** The user is null until the person opens the mailed link. */
export const signedUpSchema = z.strictObject({ user: personSchema.nullable() });
export const signedOutSchema = z.strictObject({ success: z.literal(true) });

export const errorSchema = z.strictObject({
  error: z.strictObject({
    code: z.string(),
    message: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
    /** The current version; only with `changed_since`. */
    version: z.number().int().optional(),
  }),
});

/** An item of a kind as the API returns it, as one flat object with the field names of the specification. */
export function itemAnswerSchema(kind: Kind) {
  const fields: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(kind.fields)) {
    for (const spelling of [name, ...(field.aliases ?? [])]) {
      fields[spelling] = field.required || field.isAlwaysGiven ? z.string() : z.string().optional();
    }
  }
  if (kind.parent) {
    for (const name of [kind.parent.idField, "subject", "year", "code", "department"])
      fields[name] = z.string();
  }
  if (kind.answers) fields["answerCount"] = z.number().int();
  return z.strictObject({
    _id: z.string(),
    ...fields,
    userName: z.string(),
    email: z.string(),
    status: z.enum(statuses),
    reason: z.string().optional(),
    version: z.number().int(),
    createdAt: z.iso.datetime(),
  });
}

/** The body of a call without input. A client can leave the body out. */
export const nothingSchema = z.strictObject({}).optional();
