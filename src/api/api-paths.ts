/** The paths of the calls. Fixed segments match in upper and lower case. */
export type ApiPaths = ReturnType<typeof createApiPaths>;

/** A segment of a path, with the segments that can follow it. */
interface Segment {
  /** The segment in its declared spelling. */
  name: string;
  /** The fixed segments that can come next, by name in lower case. */
  fixed: Map<string, Segment>;
  /** The parameter that can come next. */
  parameter?: Segment;
  isPublic: boolean;
}

const segment = (name: string): Segment => ({ name, fixed: new Map(), isPublic: false });

/** A path under `/api`, with parameters as `{name}`. */
export interface DeclaredPath {
  path: string;
  /** Whether visitors can read the call at this path. */
  isPublic: boolean;
}

/**
 * Builds the paths of the calls.
 * @param declared the declared paths; if two differ only in case, the first is canonical
 */
export function createApiPaths(declared: DeclaredPath[]) {
  const root = segment("api");
  for (const { path, isPublic } of declared) {
    let at = root;
    for (const name of path.split("/").filter(Boolean)) at = next(at, name);
    at.isPublic ||= isPublic;
  }

  /**
   * Matches the known part of a path.
   * @returns the canonical path, and its last segment if the whole path is known
   */
  function follow(path: string): { path: string; end?: Segment } {
    const names = path.split("/");
    if (lowerCase(names[1] ?? "") !== root.name) return { path };
    names[1] = root.name;
    let at: Segment | undefined = root;
    for (let index = 2; index < names.length && at; index++) {
      const name = names[index] as string;
      // A path with a slash at the end means the same call.
      if (name === "" && index === names.length - 1) break;
      const known: Segment | undefined = at.fixed.get(lowerCase(name));
      if (known) names[index] = known.name;
      at = known ?? (name === "" ? undefined : at.parameter);
    }
    return { path: names.join("/"), ...(at && { end: at }) };
  }

  return {
    /**
     * The declared path of a call, if the fixed segments match when upper and lower case are ignored. Ids,
     * emails and all other paths are returned unchanged.
     */
    canonical: (path: string): string => (mayBeApi(path) ? follow(path).path : path),

    /** Whether visitors can read the call at this path. */
    isPublic: (path: string): boolean => mayBeApi(path) && follow(path).end?.isPublic === true,
  };
}

function next(at: Segment, name: string): Segment {
  if (name.startsWith("{")) return (at.parameter ??= segment(name));
  const key = lowerCase(name);
  const known = at.fixed.get(key) ?? segment(name);
  at.fixed.set(key, known);
  return known;
}

/** A quick check, because most requests are for pages. */
const mayBeApi = (path: string): boolean => /^\/api(?:\/|$)/i.test(path);

/** Changes ASCII letters only, because with Unicode rules the Kelvin sign would become a k. */
const lowerCase = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
