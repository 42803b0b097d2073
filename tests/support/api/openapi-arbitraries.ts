import fc from "fast-check";
import { FILE_FIELD } from "../../../src/shared/files/files.ts";

/** The part of JSON Schema that our document uses. */
export interface Schema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  allOf?: Schema[];
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  examples?: unknown[];
}

export interface Parameter {
  name: string;
  in: "path" | "query";
  schema: Schema;
}

export interface DocumentedOperation {
  operationId: string;
  tags: string[];
  "x-access": "anyone" | "signedIn" | "self" | "moderator" | "admin";
  parameters: Parameter[];
  requestBody?: { required: boolean; content: { "application/json": { schema: Schema } } };
  responses: Record<string, { content: { "application/json": { schema: Schema } } }>;
}

/** Values that a schema can't know, such as existing ids; the keys are names of fields or parameters. */
export type Pools = Record<string, fc.Arbitrary<unknown>>;

const LONGEST = 60;

/** Values that a schema accepts. A field that has a pool gets its values from the pool. */
export function valid(schema: Schema, pools: Pools): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.examples) return fc.constantFrom(...schema.examples);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valid(one, pools)));
  const types = [schema.type ?? []].flat();
  if (types.length === 0) return fc.jsonValue();
  return fc.oneof(...types.map((type) => ofType(type, schema, pools)));
}

function ofType(type: string, schema: Schema, pools: Pools): fc.Arbitrary<unknown> {
  if (type === "object") return object(schema, pools);
  if (type === "array")
    return fc.array(valid(schema.items ?? {}, pools), { maxLength: Math.min(schema.maxItems ?? 5, 5) });
  if (type === "string") return text(schema);
  if (type === "boolean") return fc.boolean();
  if (type === "null") return fc.constant(null);
  return fc.integer({ min: 1, max: 9_999 });
}

function text({ minLength = 0, maxLength = LONGEST, pattern, format }: Schema): fc.Arbitrary<string> {
  if (format === "email") return fc.emailAddress();
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  const words = fc.string({ unit: "grapheme", minLength, maxLength: Math.min(maxLength, LONGEST) });
  return fc.oneof(words, fc.constantFrom("Data Structures", "তথ্য কাঠামো", "CSE 2103"));
}

/** Every required field, each optional field at random, and one of the fields that can replace each other. */
function object({ properties = {}, required = [], allOf = [] }: Schema, pools: Pools): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, pools[name] ?? valid(schema, pools)]),
  );
  // A `fileKey` needs a stored file that no item uses, so these items have links instead.
  const choices = allOf.map(({ anyOf = [] }) =>
    anyOf.flatMap((one) => one.required ?? []).filter((name) => name !== FILE_FIELD),
  );
  const record = (names: string[]) => fc.record(fields, { requiredKeys: [...required, ...names] as never[] });
  if (choices.length === 0) return record([]);
  return fc.tuple(...choices.map((names) => fc.constantFrom(...names))).chain(record);
}

const nastyTexts = [
  "",
  " ",
  "\u0000",
  "a\u0007",
  "\ud800",
  "__proto__",
  "../..",
  "' or 1=1 --",
  "%",
  "\u202e",
  "x".repeat(5_000),
  "১২৩",
  "-1",
  "1e9",
  "NaN",
  "null",
];
export const nasty: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...nastyTexts),
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(null, true, -1, 0, 1e21, 0.1, [], {}, [[[[]]]]),
);

/** A valid body with one change. */
export function mutated(schema: Schema, pools: Pools): fc.Arbitrary<unknown> {
  const names = Object.keys(schema.properties ?? {});
  const body = valid(schema, pools) as fc.Arbitrary<Record<string, unknown>>;
  const name = fc.oneof(fc.constantFrom(...names, "extra", "role", "constructor"), fc.string());
  return fc.oneof(
    fc.tuple(body, name, nasty).map(([value, key, other]) => ({ ...value, [key]: other })),
    fc
      .tuple(body, name)
      .map(([value, key]) => Object.fromEntries(Object.entries(value).filter(([field]) => field !== key))),
    fc
      .tuple(body, name, fc.string({ maxLength: 300 }))
      .map(([value, key, other]) => ({ ...value, [key]: other })),
    nasty,
  );
}
