import { isBuiltin } from "node:module";
import { relative } from "node:path";
import { normalizePath, type Plugin } from "vite";

const SERVER_ONLY = /^src\/(server|api)\/|^src\/(main|env)\.ts$/;

/** Vite's replacement in the browser for a Node built-in that was imported without `node:`. */
const VITE_STAND_IN = "__vite-browser-external";

/**
 * Fails a browser build, or a module request in development, if server code or a Node built-in would reach
 * the browser. React Router guards only folders named `.server`; a plain import from a component would be
 * bundled without an error.
 */
export function browserGuard(): Plugin {
  return {
    name: "proshno:browser-guard",
    enforce: "pre",
    // Islands are bundled with their own plugins.
    config: () => ({ worker: { plugins: () => [browserGuard()] } }),
    applyToEnvironment: ({ config }) => config.consumer === "client",
    async resolveId(source, importer, options) {
      if (!importer) return null;
      const { root } = this.environment.config;
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      const path = resolved ? pathOf(resolved.id, root) : source;
      const builtin = source.startsWith("node:") || (isBuiltin(source) && path.includes(VITE_STAND_IN));
      if (builtin || SERVER_ONLY.test(path)) {
        this.error(
          `${pathOf(importer, root)} imports ${builtin ? source : path}, which must never reach a browser. ` +
            "Take only types from there (`import type`), or move what both sides need to src/shared.",
        );
      }
      return null;
    },
  };
}

/** An id as a path relative to the root, without the query that bundlers add. */
function pathOf(id: string, root: string): string {
  return normalizePath(relative(root, id.replace(/[?#].*$/, "")));
}
