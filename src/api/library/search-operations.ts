import { z } from "zod";
import { facetText } from "../../shared/items/exam-title.ts";
import { paperTitle } from "../../shared/items/item-title.ts";
import { factTokens } from "../../shared/facets/facets.ts";
import { kindNamed, kinds } from "../../shared/kinds/index.ts";
import { messagesIn, siteLocale } from "../../shared/messages/index.ts";
import { searchFacets, type Suggestion } from "../../server/library/index.ts";
import { searchQuerySchema } from "../../shared/schemas/search-query.ts";
import { validate } from "../../shared/schemas/validate.ts";
import { itemAnswerSchema } from "../answers.ts";
import { noStoreIfPartial, type Operation, type Reply, requireAnswer } from "../operation.ts";
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
  /** The courses that the query names, the best match first. */
  courses: z.strictObject({
    keys: z.array(z.strictObject({ universityKey: z.string(), codeNorm: z.string() })),
    /** True if the query names only the first one. */
    isOne: z.boolean(),
  }),
  nearest: z.array(
    z.strictObject({
      code: z.string().nullable(),
      title: z.string(),
      department: z.string().nullable(),
      university: z.string().nullable(),
      /** The page of the course. */
      path: z.string().nullable(),
      paper: z
        .strictObject({
          path: z.string(),
          examType: z.string().nullable(),
          year: z.number().int().nullable(),
        })
        .nullable(),
    }),
  ),
  isIncomplete: z.boolean(),
  isCut: z.boolean(),
});

const suggestAnswerSchema = z.array(
  z.strictObject({
    type: z.enum(["course", "item", "department"]),
    /** The address of its page. */
    path: z.string(),
    /** The text of a search for it. */
    text: z.string(),
    code: z.string().nullable(),
    title: z.string(),
    /** The university or department. */
    about: z.string().nullable(),
    /** The text in the list of suggestions: the exam of a paper, or the title. */
    label: z.string(),
    /** The type, and the details that tell similar suggestions apart. */
    detail: z.string(),
  }),
);

const texts = messagesIn(siteLocale);
const { suggestion: words } = texts;

function presentSuggestion(suggestion: Suggestion): z.infer<typeof suggestAnswerSchema>[number] {
  const { type, path, text, code, title, about, papers } = suggestion;
  const common = { type, path, text, code, title, about };
  if (type === "course")
    return { ...common, label: title, detail: joined(words.course, about, papers && words.papers(papers)) };
  if (type === "department") return { ...common, label: title, detail: words.department };
  const kind = kindNamed(suggestion.kind ?? "question");
  const textOf = facetText(texts, siteLocale);
  const { examType, term, set, year, heldIn } = suggestion;
  const fields = { examType: examType ?? "", year: String(year ?? ""), heldIn: heldIn ?? "" };
  const exam = paperTitle({ kind: kind.name, fields }, siteLocale);
  if (exam === "")
    return { ...common, label: title, detail: joined(kind.words[siteLocale].one, code, about) };
  const detail = joined(words.paper, code, title, textOf("term", term), textOf("set", set));
  return { ...common, label: exam, detail };
}

const joined = (...parts: (string | number | null | undefined)[]): string =>
  parts.filter(Boolean).join(" · ");

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
      summary: "Suggest courses, papers, other items and a department for a search",
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
        return { body: suggestions.map(presentSuggestion), headers: noStoreIfPartial({ isCut }) };
      },
    },
  ];
}
