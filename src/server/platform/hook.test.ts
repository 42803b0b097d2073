import { expect, test } from "vitest";
import { createHook } from "./hook.ts";

test("a hook runs its functions one after another, in the order in which they were added", async () => {
  const hook = createHook<(name: string) => Promise<string>>();
  const done: string[] = [];
  for (const pause of [5, 1])
    hook.add(async (name) => {
      await new Promise((resolve) => setTimeout(resolve, pause));
      done.push(`${name} ${pause}`);
      return `${pause} ms`;
    });
  expect(await hook.run("waited")).toEqual(["5 ms", "1 ms"]);
  expect(done).toEqual(["waited 5", "waited 1"]);
});

test("a hook ends at the first error, so that the transaction of its caller is rolled back", async () => {
  const hook = createHook<() => void>();
  let isReached = false;
  hook.add(() => {
    throw new Error("no");
  });
  hook.add(() => {
    isReached = true;
  });
  await expect(hook.run()).rejects.toThrow("no");
  expect(isReached).toBe(false);
});
