import { departmentKey, departmentLabel } from "../../../shared/departments.ts";
import { titleOf } from "../../../shared/item-title.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import type { Actor } from "../../../shared/policy.ts";
import { titleWords } from "../../../shared/search/tokens.ts";
import type { ResourceRow } from "../items/resource-rows.repo.ts";
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
  /** The department or university, if another suggestion has the same title. */
  about: string | null;
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
    const key = `${item.code ?? ""} ${item.title} ${item.code === null ? (item.department ?? "") : ""}`;
    if (!kindNamed(item.kind).parent && !firsts.has(key)) firsts.set(key, item.id);
    if (firsts.size === MOST) break;
  }
  const rows = await reader.rows([...firsts.values()], actor);
  const named = rows.map((row) => ({
    row,
    title: titleOf({ kind: row.kind, fields: itemFields(kindNamed(row.kind), row) }),
  }));
  return named.map(({ row, title }) => {
    const same = named
      .filter((other) => titleWords(other.title) === titleWords(title))
      .map((other) => other.row);
    const about = same.length > 1 ? difference(row, same) : null;
    // The code already tells courses apart.
    const text = [row.code, title, row.code === null ? about : null].filter(Boolean).join(" ");
    return { text, code: row.code, title, about };
  });
}

/** The department, or the university if the other rows have the same department. */
function difference(row: ResourceRow, same: readonly ResourceRow[]): string | null {
  const keyOf = (one: ResourceRow) => departmentKey(one.department ?? "");
  if (row.department && same.some((other) => keyOf(other) !== keyOf(row)))
    return departmentLabel(row.department);
  return row.university ?? (row.department && departmentLabel(row.department));
}
