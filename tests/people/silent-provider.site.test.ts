import { expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { openTestArchive, TEST_ORIGIN } from "../support/platform/archive.ts";
import { startHostileIssuer } from "../support/people/hostile-issuer.ts";
import { openJourney } from "../support/people/provider-journey.ts";
import { openSite } from "../support/api/site.ts";

test("visitors can read pages while logins wait for a silent provider", async () => {
  const issuer = await startHostileIssuer();
  const archive = await openTestArchive("sqlite", { oidc: issuer.settings });
  const site = openSite(archive, await builtPages());
  const silence = Promise.withResolvers<void>();
  let waiting = 0;
  issuer.script.lie = {
    before: async (path) => {
      if (path !== "/token") return;
      waiting += 1;
      await silence.promise;
    },
  };
  let finished = 0;
  const logins = Array.from({ length: 5 }, async () => {
    await openJourney(site, TEST_ORIGIN).signIn("mallory");
    finished += 1;
  });
  await expect.poll(() => waiting, { timeout: 20_000 }).toBe(5);
  expect((await site.as().get("/contact")).status).toBe(200);
  expect(finished).toBe(0);
  silence.resolve();
  await Promise.all(logins);
  await archive.close();
  await issuer.stop();
});
