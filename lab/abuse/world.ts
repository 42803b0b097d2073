import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { randomKey } from "../../src/server/platform/ids.ts";
import type { Engine } from "../../tests/support/platform/archive.ts";
import { startServer } from "../../tests/support/process/server.ts";

const PASSWORD = "correct horse battery";
/** A tenth of the limit on sign-ups from one address. */
const SIGN_UPS_PER_ADDRESS = 10;

/** A measured number of a scenario. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  /** The allowed maximum, in the same unit. Without it, the figure is only information. */
  limit?: number;
}

/** One attack on a running server, seen from outside, so that it also measures an older checkout. */
export interface Scenario {
  name: string;
  /** The engines to attack: only SQLite if the engine makes no difference. */
  engines: readonly Engine[];
  /** Variables that are added to the server's environment. */
  env?: Record<string, string>;
  run(world: AbuseWorld): Promise<Figure[]>;
}

export type AbuseWorld = Awaited<ReturnType<typeof openAbuseWorld>>;

/** Options of a world. */
export interface AbuseWorldOptions {
  engine: Engine;
  /** The address of a PostgreSQL superuser connection, for that engine only. */
  postgresUrl: string | undefined;
  /** The folder of a built checkout; by default this one. */
  product?: string | undefined;
  env?: Record<string, string> | undefined;
}

/**
 * A server with the sample archive. It creates students over HTTP, and trusts a proxy on loopback, so that
 * each request can set its own client address in `X-Forwarded-For`. Close it after use.
 */
export async function openAbuseWorld({ engine, postgresUrl, product, env }: AbuseWorldOptions) {
  const data = mkdtempSync(join(tmpdir(), "proshno-abuse-"));
  const databaseUrl = engine === "postgres" ? await createDatabase(postgresUrl) : "";
  const settings = {
    PROSHNO_DATA: data,
    DATABASE_URL: databaseUrl,
    PROSHNO_TRUSTED_PROXIES: "loopback",
    PROSHNO_LOG: "silent",
    ...env,
  };
  let server = await startServer(settings, product);
  // A signal to this process only would leave the server running.
  const stop = () => void server.stop().then(() => process.exit(1));
  process.once("SIGINT", stop).once("SIGTERM", stop);
  // A later start prints no accounts.
  const { lines } = server;
  let people = 0;

  async function session(path: string, body: object): Promise<string> {
    const answer = await fetch(`${server.origin}/api/auth/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": addressOf(people) },
      body: JSON.stringify(body),
    });
    const cookies = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
    if (!answer.ok || cookies.length === 0) throw new Error(`No session: ${await answer.text()}`);
    return cookies.join("; ");
  }

  return {
    /** The address of the server. It changes with each restart. */
    get origin(): string {
      return server.origin;
    },
    /** The id of the server's process. */
    get pid(): number {
      return server.process.pid as number;
    },
    data,
    databaseUrl,
    /** The folder of the attacked checkout; by default this one. */
    product,
    password: PASSWORD,

    /** Signs up a student. @returns the email and the `cookie` header of their session */
    async signUp(): Promise<{ email: string; cookie: string }> {
      people += 1;
      const email = `${randomKey()}@example.edu`;
      return {
        email,
        cookie: await session("sign-up/email", { name: "Student", email, password: PASSWORD }),
      };
    },

    /** @returns the `cookie` header of the sample's admin */
    admin: (): Promise<string> => session("sign-in/email", sampleAdmin(lines)),

    /** Whether the server's process has ended. */
    hasEnded: (): boolean => server.process.exitCode !== null || server.process.signalCode !== null,

    /** Starts the server again, with the same data. */
    async restart(): Promise<void> {
      await server.stop();
      server = await startServer(settings, product);
    },

    async close(): Promise<void> {
      process.off("SIGINT", stop).off("SIGTERM", stop);
      await server.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** A documentation address (RFC 5737) that no more than a few sign-ups share. */
function addressOf(person: number): string {
  return `198.51.100.${Math.floor(person / SIGN_UPS_PER_ADDRESS) % 256}`;
}

function sampleAdmin(lines: string[]): { email: string; password: string } {
  const [, email, password] = /admin\s+(\S+)\s+(\S+)/.exec(lines.join("\n")) ?? [];
  if (!email || !password) throw new Error("The server printed no admin of the sample archive.");
  return { email, password };
}

async function createDatabase(postgresUrl: string | undefined): Promise<string> {
  if (!postgresUrl) throw new Error("There is no PostgreSQL server.");
  const name = `proshno_abuse_${randomKey()}`;
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  await client.query(`create database "${name}" encoding UTF8 locale "C.UTF-8" template template0`);
  await client.end();
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  return url.href;
}
