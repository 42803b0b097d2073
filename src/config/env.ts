import { isIP } from "node:net";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { z } from "zod";
import { type BackupSettings, backupSettings } from "./env-backup.ts";
import { contactDefaults } from "./env-contact.ts";
import { EnvError } from "./env-error.ts";
import { optional } from "./env-optional.ts";
import { isSecret, keptSecret } from "./env-secret.ts";
import { type SpaceSettings, spaceSettings, spaceVariables } from "./env-space.ts";
import type { S3Options } from "../server/files/index.ts";
import type { ContactDetails } from "../shared/people/contact-details.ts";
import type { CorsOrigins } from "../api/platform/cors.ts";
import { CORS_ORIGINS, parseCorsOrigins } from "./env-cors.ts";
import { isMailServer, MAIL_SERVER, type MailSender, parseSender, SENDER } from "./env-mail.ts";
import { isMetricsToken, METRICS_PORT, METRICS_TOKEN, SLOW_QUERY, wholeNumber } from "./env-metrics.ts";
import { type IsTrustedProxy, parseProxies } from "./trusted-proxies.ts";
import { DEFAULT_TIME_ZONE, isTimeZone } from "../shared/text/time-zone.ts";
import { MB } from "../shared/text/bytes.ts";

/** The configuration, parsed once. `.env.example` describes each variable. */
export interface Env extends SpaceSettings {
  mode: "demo" | "production";
  /** Whether Vite's development server serves the pages instead of the build. */
  dev: boolean;
  host: string;
  port: number;
  origin: string;
  /** The proxies whose `X-Forwarded-For` we trust. */
  trustedProxies: IsTrustedProxy | undefined;
  dataFolder: string;
  databaseUrl: string | undefined;
  /** A standby of that database, for exports and charts. */
  replicaUrl: string | undefined;
  secret: string;
  /** Whether an admin without two-step login only has the permissions of a student. */
  adminsNeedSecondFactor: boolean;
  /**
   * The URL of the mail server, including the password. Without a mail server, mails are written to files.
   */
  smtpUrl: string | undefined;
  mailFrom: MailSender;
  /** The OpenID Connect provider for logins. */
  oidc: { issuer: string; clientId: string; clientSecret: string | undefined; name: string } | undefined;
  /** The default contact details; an admin can replace each one. */
  contact: ContactDetails;
  /** Whether the server checks the links of items. Besides `driveCopyLimit`, it visits links only for this. */
  linkCheck: boolean;
  /**
   * The maximum size of all copies of Drive files together, in bytes; undefined if the server makes no copies. Without
   * copies, it never visits Google Drive.
   */
  driveCopyLimit: number | undefined;
  /** The S3-compatible service that stores the files. Without the service, a folder stores the files. */
  s3: S3Options | undefined;
  /** How many pages are recognised at once; 0 turns recognition off. */
  ocrProcesses: number;
  /** How many pages the server recognises for one account in a day (UTC). */
  ocrPagesPerDay: number;
  /** The number of processes that handle requests. */
  workers: number;
  /** The memory limit of the response cache in each process, in bytes; 0 turns the cache off. */
  cacheBytes: number;
  /** The origins whose pages can read public calls. */
  corsOrigins: CorsOrigins;
  backup: BackupSettings;
  /** The token that a scrape of /metrics must send. */
  metricsToken: string | undefined;
  /** The port on loopback that serves /metrics. */
  metricsPort: number | undefined;
  /** A database query that takes this time or longer is logged, in ms. */
  slowQueryMs: number;
  /** The time zone of dates in pages and mails, such as Asia/Dhaka. */
  timeZone: string;
  logLevel: "trace" | "debug" | "info" | "warn" | "error" | "silent";
}

export { EnvError } from "./env-error.ts";

const SECRET =
  "must have 32 or more characters, at least 8 of them different, and no repeating pattern: use the output of " +
  "`openssl rand -hex 32`";
const PROXIES =
  "must be addresses or networks, separated by commas, such as loopback, 10.0.0.7 or 10.1.0.0/16, and never all addresses";
const ISSUER =
  "must be the provider's issuer, such as https://accounts.google.com (https, or http on loopback; without ? and #)";
const BUCKET = "must be the address of a bucket, such as https://s3.example.edu/proshno";
const POSTGRES = { protocol: /^postgres(ql)?$/, error: "must be a postgres:// address" };
const TIME_ZONE = "must be the name of a time zone, such as Asia/Dhaka or UTC";
const PROVIDER_NAME = "must be a name with up to 40 characters, such as Google";

const schema = z.object({
  PROSHNO_MODE: optional(z.enum(["demo", "production"]).default("demo")),
  PROSHNO_DEV: optional(z.enum(["0", "1"]).default("0")),
  HOST: optional(
    z
      .string()
      .refine((host) => isIP(host) !== 0 || /^[a-z0-9.-]+$/i.test(host), {
        error: "must be an address or a host name",
      })
      .default("127.0.0.1"),
  ),
  PORT: optional(z.coerce.number().int().min(1).max(65_535).default(3_000)),
  PROSHNO_ORIGIN: optional(z.url({ protocol: /^https?$/ }).optional()),
  PROSHNO_TRUSTED_PROXIES: optional(z.string().refine(parseProxies, { error: PROXIES }).optional()),
  PROSHNO_DATA: optional(z.string().default("./data")),
  DATABASE_URL: optional(z.url(POSTGRES).optional()),
  DATABASE_REPLICA_URL: optional(z.url(POSTGRES).optional()),
  PROSHNO_SECRET: optional(z.string().refine(isSecret, { error: SECRET }).optional()),
  PROSHNO_ADMIN_2FA: optional(z.enum(["required", "optional"]).optional()),
  PROSHNO_SMTP_URL: optional(z.string().refine(isMailServer, { error: MAIL_SERVER }).optional()),
  PROSHNO_MAIL_FROM: optional(z.string().refine(parseSender, { error: SENDER }).optional()),
  PROSHNO_OIDC_ISSUER: optional(z.string().refine(isIssuer, { error: ISSUER }).optional()),
  PROSHNO_OIDC_CLIENT_ID: optional(z.string().max(500).optional()),
  PROSHNO_OIDC_CLIENT_SECRET: optional(z.string().max(2_000).optional()),
  PROSHNO_OIDC_NAME: optional(z.string().refine(isProviderName, { error: PROVIDER_NAME }).optional()),
  PROSHNO_LINK_CHECK: optional(z.enum(["on", "off"]).default("off")),
  PROSHNO_FETCH_DRIVE: optional(z.enum(["on", "off"]).default("off")),
  PROSHNO_FETCH_DRIVE_MB: optional(z.coerce.number().int().min(1).max(100_000_000).default(20_000)),
  PROSHNO_S3_ENDPOINT: optional(z.url({ protocol: /^https?$/, error: BUCKET }).optional()),
  PROSHNO_S3_REGION: optional(z.string().max(100).default("auto")),
  PROSHNO_S3_KEY_ID: optional(z.string().max(500).optional()),
  PROSHNO_S3_SECRET: optional(z.string().max(2_000).optional()),
  ...spaceVariables,
  PROSHNO_OCR: optional(
    z
      .string()
      .regex(/^(off|[1-8])$/, { error: "must be off, or the number of pages to read at once, 1 to 8" })
      .default("1"),
  ),
  PROSHNO_OCR_PAGES_PER_DAY: optional(z.coerce.number().int().min(1).max(1_000_000).default(3_000)),
  PROSHNO_WORKERS: optional(z.coerce.number().int().min(1).max(256).optional()),
  PROSHNO_CACHE_MB: optional(z.coerce.number().int().min(0).max(100_000).default(64)),
  PROSHNO_CORS_ORIGINS: optional(z.string().refine(parseCorsOrigins, { error: CORS_ORIGINS }).optional()),
  PROSHNO_METRICS_TOKEN: optional(z.string().refine(isMetricsToken, { error: METRICS_TOKEN }).optional()),
  PROSHNO_METRICS_PORT: optional(wholeNumber(65_535, METRICS_PORT).optional()),
  PROSHNO_SLOW_QUERY_MS: optional(wholeNumber(60_000, SLOW_QUERY).default(500)),
  PROSHNO_TIME_ZONE: optional(z.string().refine(isTimeZone, { error: TIME_ZONE }).default(DEFAULT_TIME_ZONE)),
  PROSHNO_LOG: optional(z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info")),
});

/**
 * Reads the configuration.
 * @param variables the environment, usually `process.env`
 * @param secretOf gives the secret of a data folder if the environment has none; it may create the folder
 * @throws EnvError with a line for each wrong variable
 */
export function parseEnv(
  variables: Record<string, string | undefined>,
  secretOf: (dataFolder: string) => string = keptSecret,
): Env {
  const parsed = schema.safeParse(variables);
  const contact = contactDefaults(variables, parsed.data?.PROSHNO_MODE ?? "demo");
  const problems = parsed.error?.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`) ?? [];
  problems.push(...contact.problems);
  if (parsed.data?.PROSHNO_METRICS_PORT === parsed.data?.PORT && parsed.data)
    problems.push(`PROSHNO_METRICS_PORT: ${METRICS_PORT}`);
  if (parsed.data?.DATABASE_REPLICA_URL && !parsed.data.DATABASE_URL)
    problems.push("DATABASE_REPLICA_URL: needs DATABASE_URL, the address of the primary server");
  if (!parsed.success || problems.length > 0) throw new EnvError(problems.join("\n"));
  const env = parsed.data;
  const origin = checkedOrigin(env.PROSHNO_ORIGIN ?? `http://${reachableName(env.HOST)}:${env.PORT}`);
  const dataFolder = resolve(env.PROSHNO_DATA);
  const s3 = bucket(env);
  const backup = backupSettings(variables, s3, dataFolder);
  if (backup.problems.length > 0) throw new EnvError(backup.problems.join("\n"));
  return {
    mode: env.PROSHNO_MODE,
    dev: env.PROSHNO_DEV === "1",
    host: env.HOST,
    port: env.PORT,
    origin,
    trustedProxies: parseProxies(env.PROSHNO_TRUSTED_PROXIES ?? ""),
    dataFolder,
    databaseUrl: env.DATABASE_URL,
    replicaUrl: env.DATABASE_REPLICA_URL,
    secret: env.PROSHNO_SECRET ?? secretOf(dataFolder),
    adminsNeedSecondFactor:
      (env.PROSHNO_ADMIN_2FA ?? (env.PROSHNO_MODE === "production" ? "required" : "optional")) === "required",
    smtpUrl: env.PROSHNO_SMTP_URL,
    mailFrom: sender(env.PROSHNO_MAIL_FROM, env.PROSHNO_SMTP_URL),
    oidc: provider(env),
    contact: contact.details,
    linkCheck: env.PROSHNO_LINK_CHECK === "on",
    driveCopyLimit: env.PROSHNO_FETCH_DRIVE === "on" ? env.PROSHNO_FETCH_DRIVE_MB * MB : undefined,
    s3,
    ...spaceSettings(env),
    ocrProcesses: env.PROSHNO_OCR === "off" ? 0 : Number(env.PROSHNO_OCR),
    ocrPagesPerDay: env.PROSHNO_OCR_PAGES_PER_DAY,
    workers: workers(env),
    cacheBytes: env.PROSHNO_DEV === "1" ? 0 : Math.floor((env.PROSHNO_CACHE_MB * MB) / workers(env)),
    corsOrigins: parseCorsOrigins(env.PROSHNO_CORS_ORIGINS ?? "") as CorsOrigins,
    backup: backup.settings,
    metricsToken: env.PROSHNO_METRICS_TOKEN,
    metricsPort: env.PROSHNO_METRICS_PORT,
    slowQueryMs: env.PROSHNO_SLOW_QUERY_MS,
    timeZone: env.PROSHNO_TIME_ZONE,
    logLevel: env.PROSHNO_LOG,
  };
}

/**
 * The number of cluster workers: one for each core in production; one in a demo or with Vite's development
 * server.
 */
function workers(env: z.infer<typeof schema>): number {
  if (env.PROSHNO_DEV === "1") return 1;
  return env.PROSHNO_WORKERS ?? (env.PROSHNO_MODE === "production" ? availableParallelism() : 1);
}

/** "All interfaces" is not an address that a browser can open, but loopback always works. */
function reachableName(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return isIP(host) === 6 ? `[${host}]` : host;
}

/**
 * On plain http, browsers silently drop the secure session cookie, except on loopback, so no user could log
 * in.
 */
function checkedOrigin(text: string): string {
  const url = new URL(text);
  if (url.pathname !== "/" || url.search || url.hash || url.username) {
    throw new EnvError(
      "PROSHNO_ORIGIN: must be an origin without a path, such as https://proshno.example.edu",
    );
  }
  if (url.protocol === "http:" && !isLoopback(url)) {
    throw new EnvError(
      `PROSHNO_ORIGIN: must be https, but is ${url.origin}. Browsers drop the session cookie on plain http, so ` +
        "nobody could log in. Put a proxy with TLS in front, such as Caddy, and set PROSHNO_ORIGIN to the address that people open.",
    );
  }
  return url.origin;
}

const isLoopback = ({ hostname }: URL): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);

/**
 * OpenID Connect Discovery 1.0 §3: https, no query, no fragment. With http, an attacker on the network could
 * log in as any user.
 */
function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.search || url.hash || url.username || url.password) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
}

function isProviderName(name: string): boolean {
  return /^[^\p{Cc}\p{Cf}]{1,40}$/u.test(name) && name.trim() !== "";
}

function provider(env: z.infer<typeof schema>): Env["oidc"] {
  const { PROSHNO_OIDC_ISSUER: issuer, PROSHNO_OIDC_CLIENT_ID: clientId } = env;
  const { PROSHNO_OIDC_CLIENT_SECRET: clientSecret, PROSHNO_OIDC_NAME: name } = env;
  if (issuer && clientId)
    return { issuer, clientId, clientSecret, name: name?.trim() ?? new URL(issuer).host };
  // With only half of the configuration, the login button would be missing without an error.
  if (issuer) throw new EnvError("PROSHNO_OIDC_CLIENT_ID: must be set if PROSHNO_OIDC_ISSUER is set");
  if (clientId || clientSecret || name) throw new EnvError(`PROSHNO_OIDC_ISSUER: ${ISSUER}`);
  return undefined;
}

function bucket(env: z.infer<typeof schema>): Env["s3"] {
  const { PROSHNO_S3_ENDPOINT: endpoint, PROSHNO_S3_REGION: region } = env;
  const { PROSHNO_S3_KEY_ID: accessKeyId, PROSHNO_S3_SECRET: secretAccessKey } = env;
  if (endpoint && accessKeyId && secretAccessKey) return { endpoint, region, accessKeyId, secretAccessKey };
  if (endpoint || accessKeyId || secretAccessKey) {
    throw new EnvError(
      "PROSHNO_S3_ENDPOINT, PROSHNO_S3_KEY_ID and PROSHNO_S3_SECRET: must be set together or not at all",
    );
  }
  return undefined;
}

/**
 * With a mail server, this address is required, because mail servers refuse an unknown sender. The outbox
 * accepts any address.
 */
function sender(text: string | undefined, smtpUrl: string | undefined): Env["mailFrom"] {
  if (smtpUrl && !text) throw new EnvError(`PROSHNO_MAIL_FROM: ${SENDER}, if PROSHNO_SMTP_URL is set`);
  return parseSender(text ?? "Proshno <noreply@example.edu>") as Env["mailFrom"];
}

/**
 * The configuration of this process.
 * @param secretOf see `parseEnv`
 * @throws EnvError
 */
export function loadEnv(secretOf?: (dataFolder: string) => string): Env {
  return parseEnv(process.env, secretOf);
}
