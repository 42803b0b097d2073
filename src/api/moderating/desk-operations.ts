import { MAX_BULK } from "../../shared/moderating/desk.ts";
import { DomainError } from "../../shared/problems/errors.ts";
import { MAX_FIELDS } from "../../shared/problems/max-fields.ts";
import {
  deskBulkSchema,
  deskDecisionSchema,
  deskDeleteSchema,
  deskNextSchema,
  deskPreviewSchema,
  deskQueueSchema,
} from "../../shared/schemas/desk.ts";
import { idPattern } from "../../shared/schemas/text.ts";
import { validate } from "../../shared/schemas/validate.ts";
import { z } from "zod";
import {
  decisionSchema,
  deskItemSchema,
  holderSchema,
  nextSchema,
  previewSchema,
  queueSchema,
} from "../../server/moderating/index.ts";
import { nothingSchema } from "../answers.ts";
import type { Call, Operation } from "../operation.ts";
import type { ApiContext } from "../library/resource-operations.ts";

/** A decision about many items names each of them with its version and change. */
const BULK_FIELDS = 3 * MAX_BULK + MAX_FIELDS;

/** The calls of the moderators' desk (docs/decisions/066 and 067). */
export function deskOperations({ services, origin }: ApiContext): Operation[] {
  const { deskQueue, deskDecisions } = services;
  const idOf = ({ params }: Call): string => params["id"] ?? "";
  const common = { tag: "Desk", access: "moderator" as const };

  return [
    {
      ...common,
      id: "deskQueue",
      method: "get",
      paths: ["/desk"],
      summary:
        "One page of what waits for a decision in your area: Pending items, and changes of approved items. The oldest come first",
      query: deskQueueSchema,
      answer: queueSchema,
      handle: async ({ actor, query }) => ({ body: await deskQueue.list(actor, query, origin) }),
    },
    {
      ...common,
      id: "deskNext",
      method: "post",
      paths: ["/desk/next"],
      summary: "Find and claim the next row that nobody else holds, and give the row back that you leave",
      body: deskNextSchema,
      answer: nextSchema,
      async handle({ actor, body }) {
        return { body: { row: (await deskQueue.next(actor, body, origin)) ?? null } };
      },
    },
    {
      ...common,
      id: "deskItem",
      method: "get",
      paths: ["/desk/items/{id}"],
      summary:
        "An item with its details beside what was read from its file, its change, possible duplicates, and its holder",
      answer: deskItemSchema,
      handle: async (call) => ({ body: await deskQueue.open(call.actor, idOf(call), origin) }),
    },
    {
      ...common,
      id: "claimDeskItem",
      method: "post",
      paths: ["/desk/items/{id}/claim"],
      summary: "Claim an item for three minutes, or renew your claim. Returns who holds it now",
      body: nothingSchema,
      answer: holderSchema,
      async handle(call) {
        validate(nothingSchema, call.body);
        return { body: await deskQueue.claim(call.actor, idOf(call)) };
      },
    },
    {
      ...common,
      id: "releaseDeskItem",
      method: "post",
      paths: ["/desk/items/{id}/release"],
      summary: "Give an item back before your claim ends",
      body: nothingSchema,
      answer: z.strictObject({ released: z.boolean() }),
      async handle(call) {
        validate(nothingSchema, call.body);
        return { body: { released: await deskQueue.release(call.actor, idOf(call)) } };
      },
    },
    {
      ...common,
      id: "decideDeskItem",
      method: "post",
      paths: ["/desk/items/{id}/decide"],
      summary:
        "Decide on an item: approve (also with new values, as one action), return with a reason, mark as a duplicate, give its " +
        "file to a public item (replace), or set details. The version must be the one that you saw. A repeated request with the same requestId decides once",
      body: deskDecisionSchema,
      answer: decisionSchema,
      handle: async (call) => ({
        body: await deskDecisions.decide(call.actor, idOf(call), call.body),
      }),
    },
    {
      ...common,
      id: "deleteDeskItem",
      method: "post",
      paths: ["/desk/items/{id}/delete"],
      summary:
        "Remove an item from the archive, with a reason for its contributor. A moderator can restore it. Returns false if it was " +
        "already removed",
      body: deskDeleteSchema,
      answer: z.strictObject({ deleted: z.boolean() }),
      async handle(call) {
        const id = idOf(call);
        // The service would refuse it as a wrong field, but here the id is a part of the address.
        if (call.actor && !idPattern.test(id)) throw new DomainError("not_found");
        const { modified } = await services.removal.remove(call.actor, {
          ...validate(deskDeleteSchema, call.body),
          id,
        });
        return { body: { deleted: modified } };
      },
    },
    {
      ...common,
      id: "previewDesk",
      method: "post",
      paths: ["/desk/preview"],
      summary: "Count what a decision about many items would do, without carrying it out",
      body: deskPreviewSchema,
      maxFields: BULK_FIELDS,
      answer: previewSchema,
      handle: async ({ actor, body }) => ({ body: await deskDecisions.preview(actor, body) }),
    },
    {
      ...common,
      id: "decideDesk",
      method: "post",
      paths: ["/desk/decisions"],
      summary:
        "Decide on up to 1,000 items: approve, return with one reason, or set details. More than 50 items become a job, whose " +
        "progress the decision tells. Items that others hold are skipped and named",
      body: deskBulkSchema,
      maxFields: BULK_FIELDS,
      answer: decisionSchema,
      handle: async ({ actor, body }) => ({ body: await deskDecisions.bulk(actor, body) }),
    },
    {
      ...common,
      id: "deskDecision",
      method: "get",
      paths: ["/desk/decisions/{id}"],
      summary: "One of your decisions with its progress. Admins get every decision",
      answer: decisionSchema,
      handle: async (call) => ({ body: await deskDecisions.find(call.actor, idOf(call)) }),
    },
    {
      ...common,
      id: "undoDeskDecision",
      method: "post",
      paths: ["/desk/decisions/{id}/undo"],
      summary:
        "Undo a decision for every item that nobody has changed since; the others stay as they are and are named",
      body: nothingSchema,
      answer: decisionSchema,
      async handle(call) {
        validate(nothingSchema, call.body);
        return { body: await deskDecisions.undo(call.actor, idOf(call)) };
      },
    },
  ];
}
