import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { createAccountsRepo } from "../../../src/server/people/accounts/accounts.repo.ts";
import { newUser } from "../../../src/server/people/accounts/new-user.ts";
import { hashPassword } from "../../../src/server/people/auth/password.ts";
import { migrate } from "../../../src/server/platform/db/migrate.ts";
import { openDatabase } from "../../../src/server/platform/db/open.ts";
import { createFolderStore } from "../../../src/server/files/storage/file-store.ts";
import { createPageImageCache } from "../../../src/server/files/storage/page-image-cache.ts";
import { randomKey } from "../../../src/server/platform/ids.ts";
import { createPapers } from "../../../src/server/files/rendering/papers.ts";
import { createServices } from "../../../src/server/services.ts";
import type { Role, User } from "../../../src/shared/people/policy.ts";

const PASSWORD = "correct horse battery";
const SECRET = "a secret for tests only, of 32+ characters";
const ORIGIN = "http://127.0.0.1:3000";

export type KillWorld = Awaited<ReturnType<typeof openKillWorld>>;

/**
 * An empty archive for servers that are killed, which the checks read from outside.
 * @param postgresUrl a server on which to create a database; without it, SQLite
 * @param parent where the archive's folder is made
 */
export async function openKillWorld(postgresUrl?: string, parent = tmpdir()) {
  const folder = mkdtempSync(join(parent, "proshno-kills-"));
  const [data, temporary] = [join(folder, "data"), join(folder, "tmp")];
  for (const path of [data, temporary]) mkdirSync(path);
  const databaseUrl = postgresUrl && (await createDatabase(postgresUrl));
  const db = openDatabase({ databaseUrl, dataFolder: data });
  await migrate(db);
  const fileStore = createFolderStore(join(data, "files"));
  const papers = createPapers({ timeLimit: 60_000 });
  const pageImageCache = createPageImageCache(join(data, "pages"));
  /** The archive's services at a different time. @param clock epoch milliseconds */
  const servicesAt = (clock: () => number) =>
    createServices({
      db,
      dataFolder: data,
      fileStore,
      papers,
      pageImageCache,
      origin: ORIGIN,
      secret: SECRET,
      clock,
    });

  async function signUp(role: Role): Promise<string> {
    const email = `${randomKey()}@example.edu`;
    const person = newUser({ email, displayName: "Student" }, Date.now(), true);
    await createAccountsRepo(db).insert(person, await hashPassword(PASSWORD));
    const visit = { client: { address: "127.0.0.1", userAgent: "A test" }, headers: new Headers() };
    const { accounts, people } = servicesAt(Date.now);
    if (role === "admin") await people.setRoleAsOperator(email, role);
    const { setCookies } = await accounts.signIn({ email, password: PASSWORD }, visit);
    return setCookies.map((line) => line.split(";")[0]).join("; ");
  }

  return {
    engine: db.engine,
    db,
    data,
    /** The folder for temporary files of the servers. */
    temporary,
    fileStore,
    servicesAt,
    /** The environment of a server of this archive. */
    env: {
      PROSHNO_MODE: "production",
      PROSHNO_DATA: data,
      PROSHNO_SECRET: SECRET,
      DATABASE_URL: databaseUrl ?? "",
      TMPDIR: temporary,
    },

    /** @returns the `cookie` header of a new student */
    signUp: () => signUp("student"),

    async admin(): Promise<User> {
      const cookie = await signUp("admin");
      return (await servicesAt(Date.now).accounts.actor(new Headers({ cookie }))) as User;
    },

    async close(): Promise<void> {
      await papers.close();
      await db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function createDatabase(postgresUrl: string): Promise<string> {
  const name = `proshno_kills_${randomKey()}`;
  const server = new pg.Client({ connectionString: postgresUrl });
  await server.connect();
  await server.query(`create database "${name}" encoding UTF8 locale "C.UTF-8" template template0`);
  await server.end();
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  return url.href;
}
