import { MAX_IMAGE_BYTES } from "../../shared/files/file-limits.ts";
import { LONGEST_TEXT } from "../../shared/kinds/fields.ts";
import { z } from "zod";
import { isDomainError } from "../../shared/problems/errors.ts";
import { childKind, type Kind, standaloneKinds } from "../../shared/kinds/index.ts";
import { itemSchema } from "../../shared/schemas/item.ts";
import {
  type ListQuery,
  listQuerySchema,
  MAX_PAGE_SIZE,
  pageQuerySchema,
  UNPAGED_SIZE,
} from "../../shared/schemas/list-query.ts";
import { statusSchema } from "../../shared/schemas/people.ts";
import { validate } from "../../shared/schemas/validate.ts";
import { presentFacts, type ResourceRow } from "../../server/library/index.ts";
import type { Services } from "../../server/services.ts";
import { insertedSchema, itemAnswerSchema, modifiedSchema } from "../answers.ts";
import { type Call, noStoreIfPartial, type Operation, type Reply, requireAnswer } from "../operation.ts";

/**
 * The largest body with an image in JSON, in bytes. Base64 makes the image a third larger, and JSON can
 * escape each character of the longest text with six bytes. The other fields are short.
 */
const IMAGE_BODY = Math.ceil((4 / 3) * MAX_IMAGE_BYTES) + 6 * LONGEST_TEXT + 50_000;

export interface ApiContext {
  services: Services;
  origin: string;
}

export function kindOperations(kind: Kind, context: ApiContext): Operation[] {
  return [
    create(kind, context),
    ...(kind.calls.lists.length > 0 ? [list(kind, context)] : []),
    ...(kind.calls.mine.length > 0 ? [mine(kind, context)] : []),
    one(kind, context),
    ...(kind.calls.children ? [children(kind, context)] : []),
    setStatus(kind, context),
  ];
}

/** An item as the API returns it. */
export function present(row: ResourceRow, { actor }: Call, { origin }: ApiContext) {
  const { _id, fields, userName, email, status, reason, version, createdAt, answerCount } = presentFacts(
    row,
    {
      actor,
      origin,
      emails: "forOwners",
    },
  );
  const counted = standaloneKinds.some((kind) => kind.name === row.kind && kind.answers)
    ? { answerCount }
    : {};
  return {
    _id,
    ...fields,
    ...counted,
    userName,
    email,
    status,
    ...(reason ? { reason } : {}),
    version,
    createdAt,
  };
}

function create(kind: Kind, { services }: ApiContext): Operation {
  const hasImage = Object.values(kind.fields).some((field) => field.type === "image");
  return {
    id: kind.calls.create,
    method: "post",
    paths: [`/${kind.calls.create}`],
    summary: `Contribute one ${kind.words.en.one.toLowerCase()}`,
    tag: kind.words.en.many,
    access: "signedIn",
    body: itemSchema(kind),
    labels: kind.words.en.fields,
    ...(hasImage ? { maxBody: IMAGE_BODY } : {}),
    answer: insertedSchema,
    status: 201,
    async handle({ actor, body, visit }): Promise<Reply> {
      const insertedId = await services.resources.create(actor, kind.name, body, visit.client);
      return { status: 201, body: { acknowledged: true, insertedId } };
    },
  };
}

function list(kind: Kind, context: ApiContext): Operation {
  const items = z.array(itemAnswerSchema(kind));
  const { listKey, isBareWithoutPage } = kind.calls;
  const counted = listKey && z.strictObject({ [listKey]: items, count: z.number().int() });
  return {
    id: `list_${kind.name}`,
    method: "get",
    paths: kind.calls.lists.map((path) => `/${path}`),
    summary:
      `List ${kind.words.en.many.toLowerCase()}, newest first. A search lists up to 2,000 items, best first. Without page, ` +
      `the response contains the first 1,000 items${isBareWithoutPage ? ", as an array without a count" : ""}.`,
    tag: kind.words.en.many,
    access: "anyone",
    query: listQuerySchema,
    labels: kind.words.en.fields,
    answer: !counted ? items : isBareWithoutPage ? z.union([counted, items]) : counted,
    async handle(call): Promise<Reply> {
      const query = validate(listQuerySchema, call.query);
      const isUnpaged = query.page === undefined;
      const found = await context.services.resources.list(call.actor, kind.name, sized(query));
      if (found.notes) requireAnswer({ ...found.notes, total: found.count });
      const rows = found.rows.map((row) => present(row, call, context));
      const headers = found.notes ? noStoreIfPartial(found.notes) : [];
      const isCounted = listKey !== undefined && !(isUnpaged && isBareWithoutPage);
      if (isUnpaged || !isCounted) {
        headers.push(...linkToNext(kind.calls.lists[0] as string, call, found, context));
      }
      return { body: isCounted ? { [listKey]: rows, count: found.count } : rows, headers };
    },
  };
}

/** The query of a list. Without `page`, the list returns the newest 1,000 items. */
const sized = <T extends Pick<ListQuery, "page" | "size">>(query: T): T =>
  query.page === undefined ? { ...query, page: 0, size: query.size ?? UNPAGED_SIZE } : query;

/**
 * The link header for the next page, if there is one (RFC 8288). `page` counts in pages of `size`, which is
 * at most 100, so the page after the first 1,000 items is page 10.
 * @param path the path of the call, under `/api`
 */
function linkToNext(
  path: string,
  call: Call,
  found: { count: number; page: number; size: number },
  { origin }: ApiContext,
): [name: string, value: string][] {
  if (found.count <= (found.page + 1) * found.size) return [];
  const size = Math.min(found.size, MAX_PAGE_SIZE);
  const url = new URL(`${origin}/api/${path}`);
  for (const [name, value] of Object.entries(call.query)) {
    for (const each of [value].flat()) url.searchParams.append(name, each);
  }
  url.searchParams.set("page", String(((found.page + 1) * found.size) / size));
  url.searchParams.set("size", String(size));
  return [["link", `<${url.href}>; rel="next"`]];
}

function mine(kind: Kind, context: ApiContext): Operation {
  return {
    id: kind.calls.mine[0] as string,
    method: "get",
    paths: kind.calls.mine.map((path) => `/${path}/{email}`),
    summary: `List a person's own ${kind.words.en.many.toLowerCase()} of every status, newest first. For other people, the list is empty.`,
    tag: kind.words.en.many,
    access: "self",
    query: pageQuerySchema,
    answer: z.array(itemAnswerSchema(kind)),
    async handle(call): Promise<Reply> {
      const query = sized(validate(pageQuerySchema, call.query));
      const email = call.params["email"] as string;
      const found = await context.services.resources
        .listOwn(call.actor, kind.name, email, query)
        .catch(emptyIfNotFound);
      const path = `${kind.calls.mine[0]}/${encodeURIComponent(email)}`;
      return {
        body: found.rows.map((row) => present(row, call, context)),
        headers: linkToNext(path, call, found, context),
      };
    },
  };
}

/**
 * The client of the specification requests the lists of `undefined` before it knows the account's email.
 * Every list without permission has the same empty response, so that it does not reveal which accounts exist.
 */
function emptyIfNotFound(error: unknown) {
  if (isDomainError(error) && error.code === "not_found") return { rows: [], count: 0, page: 0, size: 1 };
  throw error;
}

function one(kind: Kind, context: ApiContext): Operation {
  return {
    id: kind.calls.one,
    method: "get",
    paths: [`/${kind.calls.one}/{id}`],
    summary: `Read one ${kind.words.en.one.toLowerCase()}`,
    tag: kind.words.en.many,
    access: "anyone",
    answer: itemAnswerSchema(kind),
    async handle(call): Promise<Reply> {
      const row = await context.services.resources.get(call.actor, kind.name, call.params["id"] as string);
      return { body: present(row, call, context) };
    },
  };
}

function children(kind: Kind, context: ApiContext): Operation {
  const parent = standaloneKinds.find((candidate) => childKind(candidate) === kind) as Kind;
  return {
    id: kind.calls.children as string,
    method: "get",
    paths: [`/${kind.calls.children}/{id}`],
    summary: `List the ${kind.words.en.many.toLowerCase()} to one ${parent.words.en.one.toLowerCase()}, oldest first`,
    tag: kind.words.en.many,
    access: "anyone",
    answer: z.array(itemAnswerSchema(kind)),
    async handle(call): Promise<Reply> {
      const id = call.params["id"] as string;
      const rows = await context.services.resources.listChildren(call.actor, parent.name, id);
      return { body: rows.map((row) => present(row, call, context)) };
    },
  };
}

function setStatus(kind: Kind, { services }: ApiContext): Operation {
  return {
    id: kind.calls.setStatus[0],
    method: "put",
    paths: kind.calls.setStatus.map((path) => `/${path}/{id}`),
    summary: `Set the status of one ${kind.words.en.one.toLowerCase()}`,
    tag: kind.words.en.many,
    access: "moderator",
    body: statusSchema,
    answer: modifiedSchema,
    async handle({ actor, params, body }): Promise<Reply> {
      const { modified } = await services.resources.setStatus(actor, kind.name, params["id"] as string, body);
      return { body: { acknowledged: true, matchedCount: 1, modifiedCount: modified ? 1 : 0 } };
    },
  };
}
