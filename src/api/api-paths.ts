/** Paths of calls, whose fixed segments are found in any case. */
export type ApiPaths = ReturnType<typeof createApiPaths>;

/** A segment of paths and those that may follow. */
interface Segment {
  /** As it is declared. */
  name: string;
  /** By their names in lower case. */
  fixed: Map<string, Segment>;
  /** What follows a parameter in the place of the next segment. */
  parameter?: Segment;
  isPublic: boolean;
}

const segment = (name: string): Segment => ({ name, fixed: new Map(), isPublic: false });

/** Below `/api`; parameters as `{name}`. */
export interface DeclaredPath {
  path: string;
  /** Whether everybody may read it. */
  isPublic: boolean;
}

/** @param declared of two paths that differ only in case the first is canonical */
export function createApiPaths(declared: DeclaredPath[]) {
  const root = segment("api");
  for (const { path, isPublic } of declared) {
    let at = root;
    for (const name of path.split("/").filter(Boolean)) at = next(at, name);
    at.isPublic ||= isPublic;
  }

  /** Follows a path as far as it is known. @returns the canonical path, and where it ends if all of it is known */
  function follow(path: string): { path: string; end?: Segment } {
    const names = path.split("/");
    if (lowerCase(names[1] ?? "") !== root.name) return { path };
    names[1] = root.name;
    let at: Segment | undefined = root;
    for (let index = 2; index < names.length && at; index++) {
      const name = names[index] as string;
      // A slash at the end leads to the same call.
      if (name === "" && index === names.length - 1) break;
      const known: Segment | undefined = at.fixed.get(lowerCase(name));
      if (known) names[index] = known.name;
      at = known ?? (name === "" ? undefined : at.parameter);
    }
    return { path: names.join("/"), ...(at && { end: at }) };
  }

  return {
    /**
     * The path of a call as it is declared, however its fixed segments are cased. Ids and emails stay as they are, and so
     * do other paths.
     */
    canonical: (path: string): string => (mayBeApi(path) ? follow(path).path : path),

    /** Whether a path is that of a call that everybody may read. */
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

/** Most requests are for pages, and this is the first that is asked about each. */
const mayBeApi = (path: string): boolean => /^\/api(?:\/|$)/i.test(path);

/** Of ASCII letters alone: by Unicode's rules the Kelvin sign would be a k, and ids are no words. */
const lowerCase = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
