import { z } from "zod";
import { textSchema } from "./text.ts";

/** A short name and its meaning. */
export const aliasSchema = z.strictObject({
  alias: textSchema({ required: true, max: 30, example: "dsa" }),
  phrase: textSchema({ required: true, max: 200, example: "Data Structures and Algorithms" }),
});
