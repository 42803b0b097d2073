import { isDomainError } from "../../../shared/errors.ts";
import { type ListQuery, listQuerySchema, queryRecord } from "../../../shared/schemas/list-query.ts";
import { validate } from "../../../shared/schemas/validate.ts";

/**
 * The filters of a page's address. Unlike a call, a page passes over what it doesn't understand: an address with a
 * stranger's tracking parameter, or a mistyped year, still shows the list.
 */
export function pageListQuery(params: URLSearchParams): ListQuery {
  const record = queryRecord(params);
  try {
    return validate(listQuerySchema, record);
  } catch (error) {
    if (!isDomainError(error)) throw error;
    for (const name of Object.keys(error.fields ?? {})) delete record[name.split(".")[0] as string];
    return validate(listQuerySchema, record);
  }
}
