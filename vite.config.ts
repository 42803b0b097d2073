import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { constantTokens } from "./scripts/lib/vite-constant-tokens.ts";
import { precompress } from "./scripts/lib/vite-precompress.ts";
import { browserGuard } from "./scripts/lib/vite-browser-guard.ts";

export default defineConfig({
  plugins: [reactRouter(), browserGuard(), constantTokens(), precompress()],
  // Islands are imported for their address (docs/architecture.md, "HTTP").
  worker: { format: "es" },
  build: { assetsInlineLimit: 0 },
  server: { hmr: { host: "127.0.0.1" } },
});
