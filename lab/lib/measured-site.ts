import type { Browser, BrowserContextOptions } from "playwright-core";
import { launchBrowser, LOOPBACK_ONLY, sampleSession } from "../../tests/support/web/browser.ts";
import { startServer } from "../../tests/support/process/server.ts";
import { type Area, pagesIn, type Visit, visitOf } from "../../tests/support/web/visited-routes.ts";

export type Session = NonNullable<BrowserContextOptions["storageState"]>;

export interface MeasuredSite {
  origin: string;
  browser: Browser;
  visits: Visit[];
  /** The session that opens the pages of an area; a visitor opens public pages. */
  sessions: Record<Area, Session | undefined>;
}

/**
 * Runs the built server with a fresh sample archive and a browser, both only on loopback, and stops them
 * afterwards.
 * @param only patterns or paths of the pages; empty for all pages
 * @param work what to do with the site
 * @returns the result of `work`
 */
export async function withSite<T>(only: string[], work: (site: MeasuredSite) => Promise<T>): Promise<T> {
  const server = await startServer();
  // A signal to this process only would leave the server running.
  const stop = () => void server.stop().then(() => process.exit(1));
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    const browser = await launchBrowser({ args: [LOOPBACK_ONLY] });
    try {
      const { origin } = server;
      const student = await sampleSession(browser, server, "student");
      const admin = await sampleSession(browser, server, "admin");
      await makeOwn(origin, cookieOf(student));
      const visits = await Promise.all([
        ...pagesIn("public").map((page) => visitOf(page, origin)),
        ...pagesIn("dashboard").map((page) => visitOf(page, origin, cookieOf(student))),
        ...pagesIn("admin-dashboard").map((page) => visitOf(page, origin, cookieOf(admin))),
      ]);
      const wanted = visits.filter(
        ({ pattern, path }) => only.length === 0 || only.includes(pattern) || only.includes(path),
      );
      const sessions = { public: undefined, dashboard: student, "admin-dashboard": admin };
      return await work({ origin, browser, visits: wanted, sessions });
    } finally {
      await browser.close();
    }
  } finally {
    process.off("SIGINT", stop).off("SIGTERM", stop);
    await server.stop();
  }
}

/** Makes a pile with one link and a saved list, so that their pages have something to show. */
async function makeOwn(origin: string, cookie: string): Promise<void> {
  const post = async (path: string, body: object) => {
    const headers = { cookie, origin, "content-type": "application/json" };
    const answer = await fetch(`${origin}/api${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { insertedId?: string };
  };
  const { insertedId } = await post("/piles", {});
  await post(`/piles/${insertedId}/links`, { links: "https://example.edu/sample-paper.pdf" });
  await post("/saved", { name: "Before the final" });
}

function cookieOf({ cookies }: { cookies: { name: string; value: string }[] }): string {
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}
