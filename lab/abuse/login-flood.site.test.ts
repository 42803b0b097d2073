import { expect, inject, test } from "vitest";
import { countSessions, logIn } from "./logins.ts";
import { openAbuseWorld } from "./world.ts";

/** A small version of `npm run lab -- abuse --only logins`. */
test("an account that floods a running server logs in about 60 times, and other students can still log in", async () => {
  const world = await openAbuseWorld({ engine: "sqlite", postgresUrl: inject("postgresUrl") });
  const [flooder, student] = [(await world.signUp()).email, (await world.signUp()).email];
  const flood = Array.from({ length: 8 }, async (_, index) => {
    let passed = 0;
    for (let time = 0; time < 12; time += 1)
      if (await logIn(world, { email: flooder, address: `192.0.2.${index}` })) passed += 1;
    return passed;
  });
  expect(await logIn(world, { email: student, address: "203.0.113.5" })).toBe(true);
  const passed = (await Promise.all(flood)).reduce((sum, one) => sum + one);
  expect(passed).toBeGreaterThanOrEqual(60);
  // The limit frees one more login each minute.
  expect(passed).toBeLessThan(70);
  expect(await countSessions(world, flooder)).toBe(20);
  await world.close();
});
