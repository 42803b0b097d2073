import { z } from "zod";
import { FILE_FIELD } from "../../shared/files/files.ts";
import { kindNamed } from "../../shared/kinds/index.ts";
import { messagesIn, problemTexts, siteLocale } from "../../shared/messages/index.ts";
import { MAX_PAGE, MAX_PAGE_SIZE, pageQuerySchema } from "../../shared/schemas/list-query.ts";
import {
  pileAnswersSchema,
  pileChosenSchema,
  pileLinksSchema,
  pilePagesSchema,
  pileRowsSchema,
  pileSendSchema,
  pileSplitSchema,
} from "../../shared/schemas/pile.ts";
import { validate } from "../../shared/schemas/validate.ts";
import { ownPilesSchema, pileSchema, pileStatuses } from "../../server/contributing/index.ts";
import { confirmedSchema, insertedSchema, nothingSchema } from "../answers.ts";
import type { Call, Operation } from "../operation.ts";
import type { ApiContext } from "../library/resource-operations.ts";

/** 500 links of 2,000 characters, with their escapes. */
const LINKS_BODY = 1_100_000;

const pileQuerySchema = pageQuerySchema.extend({
  status: z.enum(pileStatuses, { error: `choice:${pileStatuses.join(", ")}` }).optional(),
});

const versionsSchema = z.strictObject({ versions: z.record(z.string(), z.number().int()) });
const answersSchema = z.strictObject({ answers: z.record(z.string(), z.string()) });
const addedSchema = z.strictObject({
  added: z.number().int(),
  refused: z.number().int(),
  known: z.number().int(),
});
const sendingSchema = z.strictObject({
  sending: z.number().int(),
  failed: z.record(z.string(), z.record(z.string(), z.string())),
});
const { fields } = kindNamed("question").words.en;
/** The labels of the inputs. */
const labels = { ...fields, rows: { label: "rows" }, [FILE_FIELD]: { label: "File" } };
const DONE = { body: { success: true } };

/** The calls for piles: drafts of contributions of many papers. Files and ZIPs arrive as tus uploads to `/uploads`. */
export function pileOperations({ services }: ApiContext): Operation[] {
  const { piles } = services;
  const idOf = ({ params }: Pick<Call, "params">): string => params["id"] ?? "";
  const own = {
    tag: "Piles",
    access: "signedIn" as const,
    labels,
    admit: ({ actor, params }: Pick<Call, "actor" | "params">) => piles.check(actor, idOf({ params })),
  };
  const path = (name = "") => [`/piles/{id}${name && `/${name}`}`];

  return [
    {
      ...own,
      id: "createPile",
      method: "post",
      paths: ["/piles"],
      summary:
        "Create a pile, a draft for many papers. Upload files and ZIPs to it with tus at /uploads, with the metadata pile " +
        "and filename. Files are PDF, JPEG, PNG, WebP, HEIC, AVIF, TIFF, DOCX or PPTX. A pile is deleted 30 days after its " +
        "last change",
      body: nothingSchema,
      admit: undefined,
      answer: insertedSchema,
      status: 201,
      async handle({ actor, body }) {
        validate(nothingSchema, body);
        return { status: 201, body: { acknowledged: true, insertedId: await piles.create(actor) } };
      },
    },
    {
      ...own,
      id: "piles",
      method: "get",
      paths: ["/piles"],
      summary: "List your piles, newest first",
      answer: ownPilesSchema,
      handle: async ({ actor }) => ({ body: await piles.list(actor) }),
    },
    {
      ...own,
      id: "pile",
      method: "get",
      paths: path(),
      summary: "Get a pile and one page of its rows: 50, or the size that you name",
      query: pileQuerySchema,
      answer: pileSchema,
      async handle(call) {
        const { page, size, status } = validate(pileQuerySchema, call.query);
        const limited = {
          page: Math.min(page ?? 0, MAX_PAGE),
          size: size && Math.min(size, MAX_PAGE_SIZE),
          status,
        };
        return { body: await piles.get(call.actor, idOf(call), limited) };
      },
    },
    {
      ...own,
      id: "addPileLinks",
      method: "post",
      paths: path("links"),
      summary:
        "Add a row for each link. A line that is no valid link becomes a refused row with the reason; a known line adds nothing",
      body: pileLinksSchema,
      maxBody: LINKS_BODY,
      answer: addedSchema,
      handle: async (call) => ({ body: await piles.addLinks(call.actor, idOf(call), call.body) }),
    },
    {
      ...own,
      id: "answerPile",
      method: "put",
      paths: path("answers"),
      summary: "Set answers for all rows, by field. A row's own value comes first; null forgets an answer",
      body: pileAnswersSchema,
      answer: answersSchema,
      handle: async (call) => ({ body: { answers: await piles.answer(call.actor, idOf(call), call.body) } }),
    },
    {
      ...own,
      id: "setPileRows",
      method: "put",
      paths: path("rows"),
      summary:
        "Change one, several or all rows: values, kind, leave out, send anyway, keep as one paper. Returns their versions",
      body: pileRowsSchema,
      answer: versionsSchema,
      handle: async (call) => ({
        body: { versions: await piles.setRows(call.actor, idOf(call), call.body) },
      }),
    },
    {
      ...own,
      id: "removePileRows",
      method: "post",
      paths: path("remove-rows"),
      summary: "Remove rows with their files. Items that were sent stay",
      body: pileChosenSchema,
      answer: confirmedSchema,
      async handle(call) {
        await piles.removeRows(call.actor, idOf(call), call.body);
        return DONE;
      },
    },
    {
      ...own,
      id: "joinPileRows",
      method: "post",
      paths: path("join"),
      summary: "Join rows of photos to one paper, in this order",
      body: pileChosenSchema,
      answer: versionsSchema,
      handle: async (call) => ({ body: { versions: await piles.join(call.actor, idOf(call), call.body) } }),
    },
    {
      ...own,
      id: "groupPile",
      method: "post",
      paths: path("group"),
      summary: "Join all photos that seem to be one paper, as proposedGroups names them",
      body: nothingSchema,
      answer: z.strictObject({ joined: z.number().int() }),
      async handle(call) {
        validate(nothingSchema, call.body);
        return { body: { joined: await piles.group(call.actor, idOf(call)) } };
      },
    },
    {
      ...own,
      id: "splitPileRow",
      method: "post",
      paths: path("split"),
      summary: "Split a row before these pages, from 2. Each part becomes a row",
      body: pileSplitSchema,
      answer: z.strictObject({ rows: z.array(z.string()) }),
      handle: async (call) => ({ body: { rows: await piles.split(call.actor, idOf(call), call.body) } }),
    },
    {
      ...own,
      id: "arrangePileRow",
      method: "put",
      paths: path("pages"),
      summary: "Order and turn the photos of a row",
      body: pilePagesSchema,
      answer: versionsSchema,
      handle: async (call) => ({
        body: { versions: await piles.arrange(call.actor, idOf(call), call.body) },
      }),
    },
    {
      ...own,
      id: "sendPile",
      method: "post",
      paths: path("send"),
      summary:
        "Contribute the chosen rows, or all that are ready. A job adds the items; the statuses of the rows show the progress",
      body: pileSendSchema,
      answer: sendingSchema,
      async handle(call) {
        const { sending, failed } = await piles.send(call.actor, idOf(call), call.body);
        const texts = Object.entries(failed).map(([id, problems]) => [
          id,
          problemTexts(messagesIn(siteLocale), problems, fields),
        ]);
        return { body: { sending, failed: Object.fromEntries(texts) } };
      },
    },
    {
      ...own,
      id: "removePile",
      method: "post",
      paths: path("remove"),
      summary: "Remove a pile with its unsent files. Items that were sent stay",
      body: nothingSchema,
      answer: confirmedSchema,
      async handle(call) {
        validate(nothingSchema, call.body);
        await piles.remove(call.actor, idOf(call));
        return DONE;
      },
    },
  ];
}
