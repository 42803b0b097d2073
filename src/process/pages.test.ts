import { expect, test } from "vitest";
import { builtPages } from "./pages.ts";

test("without a build, the server says how to make one", async () => {
  const missing = new URL("../../build/nowhere/index.js", import.meta.url);
  await expect(builtPages(missing)).rejects.toThrow("Run `npm run build` first.");
});
