import { titleOf } from "../../shared/item-title.ts";
import { kindNamed } from "../../shared/kinds/index.ts";
import type { Actor } from "../../shared/policy.ts";
import { itemFields } from "../resources/resource-row.ts";
import type { Matches } from "./find-matches.ts";
import type { SearchReader } from "./search.repo.ts";

/** How a search may go on. */
export interface Suggestion {
  /** What to search for. */
  text: string;
  code: string | null;
  title: string;
}

const MOST = 8;

/** The courses and titles of the best matches, each once. */
export async function suggestionsOf(
  { best }: Matches,
  reader: SearchReader,
  actor: Actor,
): Promise<Suggestion[]> {
  const firsts = new Map<string, string>();
  for (const { item } of best) {
    const key = `${item.code ?? ""} ${item.title}`;
    if (item.kind !== "answer" && !firsts.has(key)) firsts.set(key, item.id);
    if (firsts.size === MOST) break;
  }
  const rows = await reader.rows([...firsts.values()], actor);
  return rows.map((row) => {
    const title = titleOf({ kind: row.kind, fields: itemFields(kindNamed(row.kind), row) });
    return { text: [row.code, title].filter(Boolean).join(" "), code: row.code, title };
  });
}
