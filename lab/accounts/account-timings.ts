import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newUser } from "../../src/server/people/accounts/new-user.ts";
import { createAccountsRepo } from "../../src/server/people/accounts/accounts.repo.ts";
import { hashPassword } from "../../src/server/people/auth/password.ts";
import { migrate } from "../../src/server/platform/db/migrate.ts";
import { openDatabase } from "../../src/server/platform/db/open.ts";
import { createFolderStore } from "../../src/server/files/storage/file-store.ts";
import { createPageImageCache } from "../../src/server/files/storage/page-image-cache.ts";
import { createPapers } from "../../src/server/files/rendering/papers.ts";
import { createServices } from "../../src/server/services.ts";
import { defineExperiment } from "../lib/experiment.ts";
import { median } from "../lib/percentiles.ts";
import { WIDE_RATES } from "../../tests/support/platform/rates.ts";

const PAIRS = 200;
/** The largest allowed difference, in ms. */
const LARGEST_GAP = 10;
const KNOWN = "known@example.edu";

export const experiment = defineExperiment({
  about: `Checks whether the time of a response reveals that an email has an account. It sends ${PAIRS} pairs of calls, alternating
between a known and an unknown email. It fails if the medians differ by ${LARGEST_GAP} ms or more.`,
  options: {},
  run: measureTimings,
});

/** @returns the exit code */
export async function measureTimings(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "proshno-timings-"));
  const databaseUrl = process.env["TEST_DATABASE_URL"];
  const db = openDatabase({ databaseUrl, dataFolder: folder });
  try {
    await migrate(db);
    const { accounts, signUp, credentials } = createServices({
      db,
      dataFolder: folder,
      fileStore: createFolderStore(join(folder, "files")),
      pageImageCache: createPageImageCache(join(folder, "pages")),
      papers: createPapers(),
      origin: "http://127.0.0.1:3000",
      secret: "a secret for timings only, of 32+ characters",
      verifiesEmail: true,
      rates: WIDE_RATES,
    });
    const person = newUser({ email: KNOWN, displayName: "Known" }, Date.now(), true);
    await createAccountsRepo(db).insert(person, await hashPassword("correct horse battery"));
    const client = { address: "127.0.0.1", userAgent: undefined, device: undefined };
    const visit = { client, headers: new Headers() };
    const refused = (answer: Promise<unknown>) =>
      answer.then(
        () => undefined,
        () => undefined,
      );

    const calls: Record<string, (email: string) => Promise<unknown>> = {
      "sign-in with a wrong password": (email) =>
        refused(accounts.signIn({ email, password: "not the password" }, visit)),
      "sign-up": (email) => signUp.signUp({ name: "N", email, password: "correct horse battery" }, visit),
      "forgotten password": (email) => credentials.requestReset({ email }, client),
    };
    let far = 0;
    for (const [name, call] of Object.entries(calls)) {
      const times = { known: [] as number[], unknown: [] as number[] };
      for (let pair = 0; pair < PAIRS; pair += 1) {
        const order = pair % 2 ? (["known", "unknown"] as const) : (["unknown", "known"] as const);
        for (const which of order) {
          const email = which === "known" ? KNOWN : `unknown${pair}@example.edu`;
          const start = performance.now();
          await call(email);
          times[which].push(performance.now() - start);
        }
      }
      const [known, unknown] = [median(times.known), median(times.unknown)];
      const gap = Math.abs(known - unknown);
      if (gap >= LARGEST_GAP) far += 1;
      console.log(
        `${name}: ${PAIRS} pairs, medians ${known.toFixed(2)} ms known, ${unknown.toFixed(2)} ms unknown, ` +
          `${gap.toFixed(2)} ms apart`,
      );
    }
    return far > 0 ? 1 : 0;
  } finally {
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
