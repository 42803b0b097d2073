import { builtPages } from "../../../src/process/pages.ts";
import { type Engine, openTestArchive, TEST_ORIGIN } from "../platform/archive.ts";
import { startProvider } from "../../../scripts/lib/oidc-provider.ts";
import { openJourney } from "./provider-journey.ts";
import { openSite } from "../api/site.ts";

export type SocialWorld = Awaited<ReturnType<typeof openSocialWorld>>;

/** A site and the real provider through which people log in, both without a browser. */
export async function openSocialWorld(engine: Engine) {
  const time = { later: 0 };
  const provider = await startProvider({ origin: TEST_ORIGIN });
  const clock = () => Date.now() + time.later;
  const archive = await openTestArchive(engine, { oidc: provider.settings, clock });
  const site = openSite(archive, await builtPages());
  const journey = () => openJourney(site, TEST_ORIGIN);
  return {
    provider,
    archive,
    site,
    /** How far the site's clock is ahead, in ms. */
    time,
    /** A person with their own browser. */
    journey,

    personOf: (email: string) =>
      archive.db.read.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst(),

    countOf: async (table: "users" | "identity" | "session"): Promise<number> =>
      (await archive.db.read.selectFrom(table).selectAll().execute()).length,

    /** A person who has logged in with a password, in their own browser. */
    async signedIn(name: string) {
      const { cookie, actor } = await archive.signUp(name);
      const somebody = journey();
      const [pair = "", value = ""] = cookie.split("=");
      somebody.cookies.set(pair, value);
      return { somebody, actor };
    },

    async close(): Promise<void> {
      await archive.close();
      await provider.stop();
    },
  };
}

/** The problem that is named in the address of a redirect. */
export function problemOf({ headers }: { headers: Headers }): string | null {
  return new URL(headers.get("location") ?? "", TEST_ORIGIN).searchParams.get("problem");
}
