import { z } from "zod";
import { MAX_LIST_NAME, MAX_SAVED_LISTS } from "../courses/saved-lists.ts";
import { idSchema, textSchema } from "./text.ts";

const name = { max: MAX_LIST_NAME, example: "Before the final" };

export const savedNameSchema = z.strictObject({ name: textSchema({ ...name, required: true }) });
export const savedItemSchema = z.strictObject({ itemId: idSchema });
export const savedMoveSchema = z.strictObject({
  itemId: idSchema,
  direction: z.enum(["up", "down"], { error: "choice:up, down" }),
});
const listIds = z.array(idSchema).max(MAX_SAVED_LISTS, { error: `tooMany:${MAX_SAVED_LISTS}` });

/** The ticked lists, the lists that were ticked when the page was opened, and a new list. */
export const savedChoiceSchema = z.strictObject({
  lists: listIds,
  had: listIds,
  name: textSchema({ ...name, required: false }),
});
