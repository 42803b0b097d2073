import { z } from "zod";
import { sessionCookie } from "../server/platform/index.ts";
import { errorSchema } from "./answers.ts";
import type { Operation } from "./operation.ts";

type Json = Record<string, unknown>;

/**
 * The OpenAPI 3.1 document, built from the schemas that check the input.
 * @param origin the public origin of the site
 */
export function openApiDocument(operations: Operation[], origin: string): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    operation.paths.forEach((path, index) => {
      paths[path] = { ...paths[path], [operation.method]: describe(operation, index) };
    });
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Proshno",
      version: "1",
      description:
        "Past exam questions, answers, syllabi, notes, books, lab material and blogs. The case of letters matters only in " +
        "ids, not in paths.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: `${origin}/api` }],
    paths,
    components: {
      schemas: { Error: jsonSchema(errorSchema, "output") },
      securitySchemes: { session: { type: "apiKey", in: "cookie", name: sessionCookie(origin).name } },
    },
  };
}

function describe(operation: Operation, reading: number): Json {
  const { id, summary, tag, access, body, answer, status = 200 } = operation;
  return {
    // An alias path needs a separate operation id.
    operationId: reading === 0 ? id : `${id}_${reading + 1}`,
    summary,
    tags: [tag],
    "x-access": access,
    ...(access === "anyone" ? {} : { security: [{ session: [] }] }),
    parameters: [...pathParameters(operation.paths[reading] as string), ...queryParameters(operation)],
    ...(body
      ? {
          requestBody: {
            required: !body.safeParse(undefined).success,
            content: json(jsonSchema(body, "input")),
          },
        }
      : {}),
    responses: {
      [status]: { description: "Done", content: json(jsonSchema(answer, "output")) },
      default: { description: "An error", content: json({ $ref: "#/components/schemas/Error" }) },
    },
  };
}

const json = (schema: Json) => ({ "application/json": { schema } });

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema:
      name === "email"
        ? { type: "string", format: "email" }
        : { type: "string", pattern: "^[A-Za-z0-9_-]{1,64}$" },
  }));
}

function queryParameters({ query }: Operation): Json[] {
  if (!query) return [];
  const { properties = {} } = jsonSchema(query, "input") as { properties?: Record<string, Json> };
  return Object.entries(properties).map(([name, schema]) => ({ name, in: "query", required: false, schema }));
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _dialect, ...plain } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return plain;
}
