import { z } from "zod";
import { kinds } from "../kinds/index.ts";
import { listQuerySchema } from "./list-query.ts";
import { refuse } from "./refuse.ts";

const names = kinds.map(({ name }) => name);

const kind = z
  .string({ error: "tooMany:1" })
  .meta({ examples: names })
  .transform((given, context) => {
    const name = given.trim().toLowerCase();
    if (name === "" || names.includes(name)) return name || undefined;
    return refuse(context, `choice:${names.join(", ")}`);
  });

/** The query parameters of the search: those of a list, and `kind`. */
export const searchQuerySchema = listQuerySchema.extend({ kind: kind.optional() });

export type SearchQuery = z.infer<typeof searchQuerySchema>;
