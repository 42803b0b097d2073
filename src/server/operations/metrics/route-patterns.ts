import { OTHER } from "./metric-names.ts";

/** The longest path that is matched, in characters. */
const LONGEST = 500;

interface Node {
  fixed: Map<string, Node>;
  parameter?: Node;
  /** The pattern that ends here. */
  pattern?: string;
  /** The pattern that matches every path below this node. */
  rest?: string;
}

/**
 * Finds the route pattern of a path, so that no path, id or query becomes a label.
 * @param patterns such as `/question-details/:id` or `/assets/*`, in any order. A fixed segment is preferred to
 * a parameter, and a parameter to `*`
 * @returns a function from a path without its query to a pattern, or `OTHER`. Upper and lower case, a
 * slash at the end, and the suffix of React Router's data requests make no difference
 */
export function createRoutePatterns(patterns: Iterable<string>): (path: string) => string {
  const root: Node = { fixed: new Map() };
  for (const pattern of patterns) {
    let node = root;
    const segments = segmentsOf(pattern);
    const isOpen = segments.at(-1) === "*";
    for (const segment of isOpen ? segments.slice(0, -1) : segments) {
      const next = segment.startsWith(":") ? node.parameter : node.fixed.get(segment.toLowerCase());
      const known = next ?? { fixed: new Map<string, Node>() };
      if (segment.startsWith(":")) node.parameter = known;
      else node.fixed.set(segment.toLowerCase(), known);
      node = known;
    }
    if (isOpen) node.rest ??= pattern;
    else node.pattern ??= pattern;
  }
  return (path) => {
    if (path.length > LONGEST) return OTHER;
    const bare = path === "/_root.data" ? "/" : path.endsWith(".data") ? path.slice(0, -5) : path;
    return match(root, segmentsOf(bare.toLowerCase()), 0) ?? OTHER;
  };
}

const segmentsOf = (path: string): string[] => path.split("/").filter((segment) => segment !== "");

function match(node: Node, segments: string[], index: number): string | undefined {
  const segment = segments[index];
  if (segment === undefined) return node.pattern ?? node.rest;
  const fixed = node.fixed.get(segment);
  return (
    (fixed && match(fixed, segments, index + 1)) ??
    (node.parameter && match(node.parameter, segments, index + 1)) ??
    node.rest
  );
}
