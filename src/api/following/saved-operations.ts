import { z } from "zod";
import { kindNamed } from "../../shared/kinds/index.ts";
import { titleOf } from "../../shared/items/item-title.ts";
import { savedMessages } from "../../shared/messages/en-saved.ts";
import { MAX_PAGE, MAX_PAGE_SIZE, pageQuerySchema } from "../../shared/schemas/list-query.ts";
import { savedItemSchema, savedMoveSchema, savedNameSchema } from "../../shared/schemas/saved.ts";
import { validate } from "../../shared/schemas/validate.ts";
import { messagesIn, siteLocale } from "../../shared/messages/index.ts";
import { presentFacts } from "../../server/library/index.ts";
import { confirmedSchema, insertedSchema, modifiedSchema, nothingSchema } from "../answers.ts";
import type { Call, Operation } from "../operation.ts";
import type { ApiContext } from "../library/resource-operations.ts";

const listHead = { _id: z.string(), name: z.string(), count: z.number().int() };
const savedSchema = z.strictObject({
  ...listHead,
  items: z.array(z.strictObject({ _id: z.string(), kind: z.string(), title: z.string(), path: z.string() })),
});

const modified = (changed: boolean) => ({
  body: { acknowledged: true, matchedCount: 1, modifiedCount: changed ? 1 : 0 },
});

/** The calls for a person's own lists of items. */
export function savedOperations({ services, origin }: ApiContext): Operation[] {
  const { saved } = services;
  const idOf = ({ params }: Pick<Call, "params">): string => params["id"] ?? "";
  const own = {
    tag: "Saved lists",
    access: "signedIn" as const,
    labels: messagesIn(siteLocale, savedMessages).fields,
    admit: ({ actor, params }: Pick<Call, "actor" | "params">) => saved.check(actor, idOf({ params })),
  };

  return [
    {
      ...own,
      id: "savedLists",
      method: "get",
      paths: ["/saved"],
      summary: "List your saved lists by name, with the number of items that you can open",
      answer: z.array(z.strictObject(listHead)),
      handle: async ({ actor }) => ({
        body: (await saved.lists(actor)).map(({ id, name, count }) => ({ _id: id, name, count })),
      }),
    },
    {
      ...own,
      id: "createSavedList",
      method: "post",
      paths: ["/saved"],
      summary: "Create a list. You can have 50 lists with 500 items each, and their names differ",
      admit: undefined,
      body: savedNameSchema,
      answer: insertedSchema,
      status: 201,
      handle: async ({ actor, body }) => ({
        status: 201,
        body: { acknowledged: true, insertedId: await saved.create(actor, body) },
      }),
    },
    {
      ...own,
      id: "savedList",
      method: "get",
      paths: ["/saved/{id}"],
      summary: "Get a list and one page of its items. Hidden items are left out",
      query: pageQuerySchema,
      answer: savedSchema,
      async handle(call) {
        const { page = 0, size } = validate(pageQuerySchema, call.query);
        const list = await saved.list(
          call.actor,
          idOf(call),
          Math.min(page, MAX_PAGE),
          size && Math.min(size, MAX_PAGE_SIZE),
        );
        const items = list.rows.map((row) => {
          const item = presentFacts(row, { actor: call.actor, origin, emails: "forOwners" });
          return {
            _id: item._id,
            kind: item.kind,
            title: titleOf(item),
            path: `${kindNamed(item.kind).pages.details}/${item._id}`,
          };
        });
        return { body: { _id: list.id, name: list.name, count: list.count, items } };
      },
    },
    {
      ...own,
      id: "renameSavedList",
      method: "put",
      paths: ["/saved/{id}"],
      summary: "Rename a list",
      body: savedNameSchema,
      answer: confirmedSchema,
      async handle(call) {
        await saved.rename(call.actor, idOf(call), call.body);
        return { body: { success: true } };
      },
    },
    {
      ...own,
      id: "addSavedItem",
      method: "post",
      paths: ["/saved/{id}/items"],
      summary: "Add an item to the end of a list. modifiedCount is 0 if it was already there",
      body: savedItemSchema,
      answer: modifiedSchema,
      handle: async (call) => modified(await saved.add(call.actor, idOf(call), call.body)),
    },
    {
      ...own,
      id: "removeSavedItem",
      method: "post",
      paths: ["/saved/{id}/remove-item"],
      summary: "Remove an item from a list. modifiedCount is 0 if it wasn't there",
      body: savedItemSchema,
      answer: modifiedSchema,
      handle: async (call) => modified(await saved.removeItem(call.actor, idOf(call), call.body)),
    },
    {
      ...own,
      id: "moveSavedItem",
      method: "put",
      paths: ["/saved/{id}/order"],
      summary: "Move an item one place up or down. modifiedCount is 0 if it was already first or last",
      body: savedMoveSchema,
      answer: modifiedSchema,
      handle: async (call) => modified(await saved.move(call.actor, idOf(call), call.body)),
    },
    {
      ...own,
      id: "deleteSavedList",
      method: "post",
      paths: ["/saved/{id}/delete"],
      summary: "Delete a list. Its items stay in the archive",
      body: nothingSchema,
      answer: confirmedSchema,
      async handle(call) {
        validate(nothingSchema, call.body);
        await saved.deleteList(call.actor, idOf(call));
        return { body: { success: true } };
      },
    },
  ];
}
