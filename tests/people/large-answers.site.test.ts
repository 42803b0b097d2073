import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { openTestArchive, TEST_ORIGIN } from "../support/platform/archive.ts";
import { type Lie, startHostileIssuer } from "../support/people/hostile-issuer.ts";
import { stop } from "../../scripts/lib/oidc-provider.ts";
import { openJourney } from "../support/people/provider-journey.ts";
import { openSite } from "../support/api/site.ts";

const PATHS = ["/.well-known/openid-configuration", "/jwks", "/token", "/userinfo"];
/** Makes the site also request the userinfo endpoint. */
const NAMELESS: Lie = {
  claims: () => ({ name: undefined }),
  userInfo: { sub: "mallory", name: "Mallory" },
};

/** A person who logs in with a provider, on a separate site. */
async function openVisitor(oidc: { issuer: string; clientId: string; clientSecret: string; name: string }) {
  const archive = await openTestArchive("sqlite", { oidc });
  const site = openSite(archive, await builtPages());
  return { archive, journey: openJourney(site, TEST_ORIGIN) };
}

describe("a provider with large responses", () => {
  let issuer: Awaited<ReturnType<typeof startHostileIssuer>>;
  beforeEach(async () => {
    issuer = await startHostileIssuer();
  });
  afterEach(() => issuer.stop());

  async function logsIn(path: string, bytes: number): Promise<boolean> {
    issuer.script.lie = { ...NAMELESS, padding: { path, bytes } };
    const { archive, journey } = await openVisitor(issuer.settings);
    // Without a discovery document, the site does not redirect to the provider.
    await journey.signIn("mallory").catch(() => {});
    await archive.close();
    return journey.cookies.has("proshno");
  }

  test.each(PATHS)("a provider's response of 250 kB at %s logs the student in", async (path) => {
    expect(await logsIn(path, 250_000)).toBe(true);
  });

  test.each(PATHS)("a provider's response of more than 256 kB at %s logs nobody in", async (path) => {
    expect(await logsIn(path, 256_000)).toBe(false);
  });
});

test("the server stops reading an endless response from a provider", async () => {
  let sent = 0;
  const server = createServer((_request, response) => {
    const more = () => {
      while (response.write(" ".repeat(64_000))) sent += 64_000;
    };
    response.on("drain", more).writeHead(200, { "content-type": "application/json" });
    more();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { archive, journey } = await openVisitor({
    issuer,
    clientId: "a",
    clientSecret: "b",
    name: "Endless",
  });
  const started = await journey.visit("/auth/start", {});
  expect(started.headers.get("location")).toBe("/login?problem=internal-error");
  // The system's buffers contain a part of the response.
  expect(sent).toBeLessThan(20_000_000);
  await archive.close();
  await stop(server);
});
