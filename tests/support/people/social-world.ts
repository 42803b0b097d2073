import { builtPages } from "../../../src/process/pages.ts";
import { type Engine, openTestArchive, TEST_ORIGIN } from "../platform/archive.ts";
import { startProvider } from "./oidc-provider.ts";
import { openJourney } from "./provider-journey.ts";
import { openSite } from "../api/site.ts";

export type SocialWorld = Awaited<ReturnType<typeof openSocialWorld>>;

/** A site and the real provider that people sign in by, both without a browser. */
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
    /** Somebody with a browser of their own. */
    journey,

    personOf: (email: string) =>
      archive.db.read.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst(),

    countOf: async (table: "users" | "identity" | "session"): Promise<number> =>
      (await archive.db.read.selectFrom(table).selectAll().execute()).length,

    /** Somebody who has signed in by password, in a browser of their own. */
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

/** What went wrong, as the address says that an answer leads to. */
export function problemOf({ headers }: { headers: Headers }): string | null {
  return new URL(headers.get("location") ?? "", TEST_ORIGIN).searchParams.get("problem");
}
