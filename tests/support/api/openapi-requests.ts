import fc from "fast-check";
import {
  type DocumentedOperation,
  mutated,
  nasty,
  type Parameter,
  type Pools,
  valid,
} from "./openapi-arbitraries.ts";
import { BETTER_COPY_FIELD, FILE_FIELD } from "../../../src/shared/files/files.ts";
import type { Principal } from "./authorization-rows.ts";
import { principals } from "./authorization-rows.ts";

export interface Documented extends DocumentedOperation {
  method: string;
  path: string;
}

export interface GeneratedRequest {
  operation: Documented;
  as: Principal;
  path: string;
  body: string | undefined;
  contentType: string;
}

/** Ids and emails for requests: new ones and existing ones. */
export interface Known {
  idsOf(tag: string, principal: Principal): string[];
  /** A course with a paper. */
  course: { university: string; code: string };
  questionIds: string[];
  emailOf(principal: Principal): string;
  /** Emails of people who can become admins, and whom an admin can suspend. */
  candidates: string[];
  password: string;
}

/** Every operation of the document. @param document the parsed /api/openapi.json */
export function documentedOperations(document: {
  paths: Record<string, Record<string, DocumentedOperation>>;
}): Documented[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
}

const signedIn: Principal[] = ["student", "owner", "other", "admin", "exAdmin", "moderator", "outside"];
const entitled: Record<Documented["x-access"], Principal[]> = {
  anyone: [...principals],
  signedIn,
  self: signedIn,
  moderator: ["moderator", "admin"],
  admin: ["admin"],
};

/** The operations about the course that their `university` and `code` name. */
const ofCourse = new Set(["university", "course", "ask", "takeBackRequest", "follow", "unfollow"]);

/**
 * Requests to one operation. Two thirds are from people with permission, and two thirds are valid according
 * to the document.
 */
export function requestsTo(operation: Documented, known: Known): fc.Arbitrary<GeneratedRequest> {
  const may = fc.constantFrom(...entitled[operation["x-access"]]);
  const person = fc.oneof({ weight: 2, arbitrary: may }, fc.constantFrom(...principals));
  return fc.tuple(person, fc.integer({ min: 0, max: 2 })).chain(([as, which]) => {
    const pools = poolsFor(operation, as, known);
    return which < 2 ? validRequest(operation, as, pools) : mutatedRequest(operation, as, pools);
  });
}

function poolsFor({ operationId, tags }: Documented, as: Principal, known: Known): Pools {
  const own = fc.constant(known.emailOf(as));
  const fresh = fc.uuid().map((uuid) => `u${uuid}@example.edu`);
  const candidate = fc.constantFrom(...known.candidates);
  const emails: Pools = {
    signUp: fresh,
    makeAdmin: candidate,
    revokeAdmin: candidate,
    suspendUser: candidate,
    reinstateUser: candidate,
    signIn: fc.constantFrom(...principals.map(known.emailOf)),
  };
  return {
    [FILE_FIELD]: fc.constant(""),
    [BETTER_COPY_FIELD]: fc.constant(""),
    id: fc.constantFrom(
      ...(operationId === "questionSolve" ? known.questionIds : known.idsOf(tags[0] ?? "", as)),
      "0".repeat(24),
    ),
    questionId: fc.constantFrom(...known.questionIds),
    itemId: fc.constantFrom(...known.questionIds),
    ...(ofCourse.has(operationId) && {
      university: fc.constant(known.course.university),
      code: fc.constant(known.course.code),
    }),
    email:
      emails[operationId] ?? fc.oneof({ weight: 3, arbitrary: own }, fc.constantFrom(...known.candidates)),
    password: fc.constant(known.password),
  };
}

const bodySchema = (operation: Documented) => operation.requestBody?.content["application/json"].schema;

function validRequest(operation: Documented, as: Principal, pools: Pools): fc.Arbitrary<GeneratedRequest> {
  const schema = bodySchema(operation);
  const value = (parameter: Parameter) =>
    (pools[parameter.name] ?? valid(parameter.schema, pools)).map(String);
  return build(operation, as, value, schema ? valid(schema, pools).map(toJson) : fc.constant(undefined));
}

function mutatedRequest(operation: Documented, as: Principal, pools: Pools): fc.Arbitrary<GeneratedRequest> {
  const schema = bodySchema(operation);
  const raw = fc.oneof(fc.string(), fc.constantFrom("{", "", "[".repeat(10_000), "\u0000", '{"a":1}x'));
  const body = schema
    ? fc.oneof({ weight: 4, arbitrary: mutated(schema, pools).map(toJson) }, raw)
    : fc.constant(undefined);
  const other = fc.oneof(
    nasty.map((one) => (typeof one === "string" ? one : toJson(one))),
    fc.string({ unit: "binary" }),
  );
  const value = (parameter: Parameter) => fc.oneof((pools[parameter.name] ?? other).map(String), other);
  return build(
    operation,
    as,
    value,
    body,
    fc.constantFrom("application/json", "application/json", "text/plain", ""),
  );
}

const toJson = (value: unknown): string => JSON.stringify(value) ?? "null";

function build(
  operation: Documented,
  as: Principal,
  value: (parameter: Parameter) => fc.Arbitrary<string>,
  body: fc.Arbitrary<string | undefined>,
  contentType: fc.Arbitrary<string> = fc.constant("application/json"),
): fc.Arbitrary<GeneratedRequest> {
  const inPath = operation.parameters.filter((parameter) => parameter.in === "path");
  const inQuery = operation.parameters.filter((parameter) => parameter.in === "query");
  const filled = fc
    .tuple(...inPath.map(value))
    .map((values) =>
      inPath.reduce(
        (path, { name }, index) => path.replace(`{${name}}`, () => encoded(values[index] as string)),
        operation.path,
      ),
    );
  const query = fc
    .subarray(inQuery, { maxLength: Math.min(inQuery.length, 3) })
    .chain((chosen) =>
      fc
        .tuple(...chosen.map(value))
        .map((values) =>
          chosen.map(({ name }, index) => `${name}=${encoded(values[index] as string)}`).join("&"),
        ),
    );
  return fc.record({ filled, query, body, contentType }).map(({ filled: path, query: search, ...rest }) => ({
    operation,
    as,
    path: `/api${path}${search ? `?${search}` : ""}`,
    ...rest,
  }));
}

/**
 * Percent-encodes a value. A value that can't be encoded becomes a broken escape. An empty part or dots would
 * make a different path.
 */
function encoded(text: string): string {
  if (/^\.{0,2}$/.test(text)) return "%20";
  return text.isWellFormed() ? encodeURIComponent(text) : "%ED%A0%80";
}
