import type { z } from "zod";
import { isDomainError } from "../../shared/problems/errors.ts";
import { type ListQuery, listQuerySchema, queryRecord } from "../../shared/schemas/list-query.ts";
import { validate } from "../../shared/schemas/validate.ts";

/**
 * The filters in a page's address. A page ignores unknown parts, unlike a call of the API: an address with a
 * tracking parameter or a mistyped year still shows the list.
 */
export const pageListQuery = (params: URLSearchParams): ListQuery => pageQuery(listQuerySchema, params);

/** Reads the parameters of a page's address, and ignores unknown parts. */
export function pageQuery<T>(schema: z.ZodType<T>, params: URLSearchParams): T {
  const record = queryRecord(params);
  try {
    return validate(schema, record);
  } catch (error) {
    if (!isDomainError(error)) throw error;
    for (const name of Object.keys(error.fields ?? {})) delete record[name.split(".")[0] as string];
    return validate(schema, record);
  }
}
