import { type Kind, kinds } from "../../shared/kinds/index.ts";

/** The route paths of a kind's pages, as written in `routes.ts`. */
function patternsOf({ parent, pages: { lists, details, mine, add, admin } }: Kind): string[] {
  return [
    ...lists,
    ...(details ? [`${details}/:id`, `${details}/:id/report`] : []),
    ...(mine ? [`/dashboard/${mine}`] : []),
    ...(add ? [`/dashboard/${add}${parent ? "/:id" : ""}`] : []),
    `/admin-dashboard/${admin}`,
  ];
}

const byPattern = new Map(
  kinds.flatMap((kind) => patternsOf(kind).map((pattern) => [pattern, kind] as const)),
);

/**
 * The kind that a page shows.
 * @param pattern the route's path
 */
export function kindAt(pattern: string): Kind {
  const kind = byPattern.get(pattern);
  if (!kind) throw new Error(`No kind at ${pattern}`);
  return kind;
}
