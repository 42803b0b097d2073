import { titleOf } from "../../../shared/item-title.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import type { Actor } from "../../../shared/policy.ts";
import { itemFields } from "../items/resource-row.ts";
import type { SearchFilter } from "../items/resource-filter.repo.ts";
import type { Matches } from "./find-matches.ts";
import type { SearchReader } from "./search.repo.ts";

/** A suggested search. */
export interface Suggestion {
  /** The text to search for. */
  text: string;
  code: string | null;
  title: string;
}

const MOST = 8;
/** The maximum number of completed codes to suggest courses for. */
const MOST_CODES = 20;

/** The courses and titles of the best matches, without repetitions. */
export async function suggestionsOf(
  { best, parts }: Matches,
  reader: SearchReader,
  { filter, actor }: { filter: SearchFilter; actor: Actor },
): Promise<Suggestion[]> {
  const codes = parts.flatMap(({ begun = [] }) => begun).slice(0, MOST_CODES);
  const courses = reader.isLate() ? [] : await reader.newestOfCodes(codes, filter, actor);
  const firsts = new Map<string, string>();
  for (const item of [...courses, ...best.map((match) => match.item)]) {
    const key = `${item.code ?? ""} ${item.title}`;
    if (!kindNamed(item.kind).parent && !firsts.has(key)) firsts.set(key, item.id);
    if (firsts.size === MOST) break;
  }
  const rows = await reader.rows([...firsts.values()], actor);
  return rows.map((row) => {
    const title = titleOf({ kind: row.kind, fields: itemFields(kindNamed(row.kind), row) });
    return { text: [row.code, title].filter(Boolean).join(" "), code: row.code, title };
  });
}
