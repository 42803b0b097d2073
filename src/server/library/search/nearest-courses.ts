import { coursePath } from "../../../shared/courses/courses.ts";
import { isOfExams, titleOf } from "../../../shared/items/item-title.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import type { QueryPart } from "../../../shared/search/parse-query.ts";
import { scoreOf } from "../../../shared/search/score.ts";
import { factToken } from "../../../shared/search/tokens.ts";
import { normalizeCode } from "../../../shared/text/words.ts";
import type { SearchFilter } from "../items/resource-filter.repo.ts";
import type { ResourceRow } from "../items/resource-rows.repo.ts";
import { itemFields } from "../items/resource-row.ts";
import type { Expression } from "./expression.ts";
import { planSearch } from "./query-plan.ts";
import type { NearCourse } from "../items/search-in-list.ts";
import type { SearchReader } from "./search.repo.ts";
import type { FoundEntry } from "./search-engine.repo.ts";
import type { WordLookups } from "./vocabulary.ts";

const MAX = 5;
const FOR_EACH_PART = 60;
const MAX_PARTS = 5;

/**
 * Courses that match a part of the query, the best match first. The search offers these courses if nothing
 * matches the whole query.
 */
export async function nearestCourses(
  parts: readonly QueryPart[],
  vocabulary: WordLookups,
  reader: SearchReader,
  { actor, filter }: { actor: Actor; filter: SearchFilter },
): Promise<NearCourse[]> {
  const withoutFacts = parts.filter(({ fact }) => !fact);
  const { groups, wanted } = planSearch(withoutFacts.length > 0 ? withoutFacts : parts, {
    vocabulary,
    phrases: new Map(),
    loose: true,
  });
  const inside = withoutFacts.flatMap(({ words }) => words.flatMap(({ word }) => vocabulary.within(word)));
  const found = new Map<number, FoundEntry>();
  const ofKind: Expression = filter.kind ? [[[factToken("kind", filter.kind)]]] : [];
  // Looks at few parts, because a search that found nothing has already sent many queries.
  for (const group of [...groups, inside.map((word) => [word])].slice(0, MAX_PARTS)) {
    if (group.length === 0) continue;
    if (reader.isLate()) break;
    for (const item of await reader.newest([...ofKind, group], FOR_EACH_PART, { kind: filter.kind }, actor))
      found.set(item.docId, item);
  }
  const ranked = [...found.values()]
    .filter((item) => item.code !== null && !kindNamed(item.kind).parent)
    .map((item) => ({ item, score: scoreOf(item, wanted).score }))
    .sort(
      (a, b) =>
        b.score - a.score || (b.item.year ?? 0) - (a.item.year ?? 0) || (a.item.id < b.item.id ? -1 : 1),
    );
  const firsts = new Map<string, string>();
  for (const { item } of ranked) {
    const key = `${item.code} ${item.title} ${item.university ?? ""}`;
    if (!firsts.has(key) && firsts.size < MAX) firsts.set(key, item.id);
  }
  return (await reader.rows([...firsts.values()], actor)).map(nearCourse);
}

function nearCourse(row: ResourceRow): NearCourse {
  const { kind: name, code, department, university, examType, year } = row;
  const kind = kindNamed(name);
  const codeNorm = normalizeCode(code ?? "");
  const isPaper = isOfExams(name);
  return {
    code,
    title: titleOf({ kind: name, fields: itemFields(kind, row) }),
    department,
    university,
    path: isPaper && codeNorm ? coursePath({ university: university ?? "", codeNorm }) : null,
    paper: isPaper ? { path: `${kind.pages.details}/${row.id}`, examType, year } : null,
  };
}
