import { join } from "node:path";
import { root } from "./ensure.mjs";

/**
 * The arguments of Node, from the repository's folder. Its young generation has 12 MB at most, not 48, with
 * no visible loss of speed. The limit of the old generation, 512 MB, is far above what a worker needs; under
 * the default limit of several GB, Node collects garbage late, and a worker may keep 100 MB more.
 */
export const serverArgs = ["--max-semi-space-size=4", "--max-old-space-size=512", "src/main.ts"];

export const serverEnv = {
  NODE_ENV: "production",
  // Caches the compiled modules, which saves a quarter of every later start.
  NODE_COMPILE_CACHE: join(root, "node_modules/.cache/node"),
  // Threads that compress share their memory; otherwise each keeps its own (mallopt(3)).
  MALLOC_ARENA_MAX: "2",
};
