import { z } from "zod";
import { factTokens } from "../shared/facets.ts";
import { kindNamed, kinds } from "../shared/kinds/index.ts";
import { searchFacets } from "../server/library/index.ts";
import { searchQuerySchema } from "../shared/schemas/search-query.ts";
import { validate } from "../shared/schemas/validate.ts";
import { itemAnswerSchema } from "./answers.ts";
import { noStoreIfPartial, type Operation, type Reply, requireAnswer } from "./operation.ts";
import { type ApiContext, present } from "./resource-operations.ts";

const TAG = "Search";

const found = z.union(kinds.map((kind) => itemAnswerSchema(kind).extend({ kind: z.literal(kind.name) })));

const searchAnswerSchema = z.strictObject({
  items: z.array(found),
  /** The number of items, exact up to 500. */
  total: z.number().int(),
  /** Whether there are more items than `total`. */
  isMore: z.boolean(),
  filters: z.array(
    z.strictObject({
      name: z.enum(["kind", ...factTokens]),
      values: z.array(z.string()),
      text: z.string(),
      without: z.string(),
      isApplied: z.boolean(),
    }),
  ),
  facets: z.record(
    z.enum(searchFacets),
    z.array(z.strictObject({ value: z.string(), count: z.number().int() })),
  ),
  corrected: z
    .strictObject({ from: z.string(), to: z.string(), text: z.string(), original: z.string() })
    .optional(),
  /** The typed words and filters that the results ignore, because nothing matches with them. */
  leftOut: z.array(z.string()),
  terms: z.array(z.string()),
  nearest: z.array(
    z.strictObject({ code: z.string().nullable(), title: z.string(), department: z.string().nullable() }),
  ),
  isIncomplete: z.boolean(),
  isCut: z.boolean(),
});

const suggestAnswerSchema = z.array(
  z.strictObject({
    text: z.string(),
    code: z.string().nullable(),
    title: z.string(),
    /** The department or university, if another suggestion has the same title. */
    about: z.string().nullable(),
  }),
);

export function searchOperations(context: ApiContext): Operation[] {
  const { search } = context.services;
  return [
    {
      id: "search",
      method: "get",
      paths: ["/search"],
      summary: "Search all kinds, answers and the text of pages, best results first",
      tag: TAG,
      access: "anyone",
      query: searchQuerySchema,
      answer: searchAnswerSchema,
      async handle(call): Promise<Reply> {
        const { search: text = "", exact, ...input } = validate(searchQuerySchema, call.query);
        const answer = await search.find(call.actor, { ...input, text, exact: exact === "1" });
        requireAnswer(answer);
        const { rows, page: _page, size: _size, ...rest } = answer;
        const items = rows.map((row) => ({
          kind: kindNamed(row.kind).name,
          ...present(row, call, context),
        }));
        return { body: { items, ...rest }, headers: noStoreIfPartial(rest) };
      },
    },
    {
      id: "suggest",
      method: "get",
      paths: ["/suggest"],
      summary: "Suggest up to 8 courses and titles for a search",
      tag: TAG,
      access: "anyone",
      query: searchQuerySchema,
      answer: suggestAnswerSchema,
      async handle({ actor, query }): Promise<Reply> {
        const {
          search: text = "",
          exact: _exact,
          page: _page,
          size: _size,
          ...filter
        } = validate(searchQuerySchema, query);
        const { suggestions, isCut } = await search.suggest(actor, text, filter);
        return { body: suggestions, headers: noStoreIfPartial({ isCut }) };
      },
    },
  ];
}
