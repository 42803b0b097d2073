import { mkdtempSync, readFileSync, statSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { contactVariables } from "./env-contact.ts";
import { EnvError, parseEnv } from "./env.ts";
import { sampleContactDetails } from "../shared/people/contact-details.ts";
import { proxyLines } from "./trusted-proxies.ts";

const data = () => mkdtempSync(join(tmpdir(), "proshno-env-"));

describe("parseEnv", () => {
  test("returns the documented defaults", () => {
    const folder = data();
    expect(parseEnv({ PROSHNO_DATA: folder })).toMatchObject({
      mode: "demo",
      host: "127.0.0.1",
      port: 3000,
      origin: "http://127.0.0.1:3000",
      databaseUrl: undefined,
      dataFolder: folder,
      linkCheck: false,
      metricsToken: undefined,
      metricsPort: undefined,
      slowQueryMs: 500,
    });
  });

  test.each([
    [{}, false],
    [{ PROSHNO_MODE: "production" }, true],
    [{ PROSHNO_MODE: "production", PROSHNO_ADMIN_2FA: "optional" }, false],
    [{ PROSHNO_ADMIN_2FA: "required" }, true],
  ])("reads from %j whether admins need a second factor: %s", (variables, isNeeded) => {
    const env = parseEnv({
      PROSHNO_DATA: data(),
      PROSHNO_ORIGIN: "https://proshno.example.edu",
      ...variables,
    });
    expect(env.adminsNeedSecondFactor).toBe(isNeeded);
  });

  test.each([
    ["on", true],
    ["off", false],
    ["", false],
  ])("reads from PROSHNO_LINK_CHECK=%s whether the server checks links: %s", (value, isOn) => {
    expect(parseEnv({ PROSHNO_DATA: data(), PROSHNO_LINK_CHECK: value }).linkCheck).toBe(isOn);
  });

  test.each([
    [{ PROSHNO_FETCH_DRIVE: "on" }, 20_000_000_000],
    [{ PROSHNO_FETCH_DRIVE: "on", PROSHNO_FETCH_DRIVE_MB: "5" }, 5_000_000],
    [{ PROSHNO_FETCH_DRIVE: "off", PROSHNO_FETCH_DRIVE_MB: "5" }, undefined],
    [{}, undefined],
  ])("reads from %j how many bytes copies of Drive files may use: %s", (variables, limit) => {
    expect(parseEnv({ PROSHNO_DATA: data(), ...variables }).driveCopyLimit).toBe(limit);
  });

  test("returns sample contact details for a demo, and only configured ones for production", () => {
    const set = { PROSHNO_CONTACT_PHONE: "+৮৮০ 1700-000000", PROSHNO_CONTACT_EMAIL: "" };
    const production = { PROSHNO_MODE: "production", PROSHNO_ORIGIN: "https://proshno.example.edu" };
    expect(parseEnv({ PROSHNO_DATA: data() }).contact).toEqual(sampleContactDetails);
    expect(parseEnv({ PROSHNO_DATA: data(), ...set }).contact).toEqual({
      ...sampleContactDetails,
      phone: "+880 1700-000000",
    });
    expect(parseEnv({ PROSHNO_DATA: data(), ...production }).contact).toEqual({});
    expect(parseEnv({ PROSHNO_DATA: data(), ...production, ...set }).contact).toEqual({
      phone: "+880 1700-000000",
    });
  });

  test.each([
    ["PROSHNO_CONTACT_NAME", "x".repeat(101)],
    ["PROSHNO_CONTACT_PHONE", "call us"],
    ["PROSHNO_CONTACT_PHONE", "+880 1700 0000000000"],
    ["PROSHNO_CONTACT_EMAIL", "contact@"],
    ["PROSHNO_CONTACT_ADDRESS", "x".repeat(301)],
    ["PROSHNO_SOCIAL_FACEBOOK", "http://www.facebook.com/proshno"],
    ["PROSHNO_SOCIAL_YOUTUBE", "javascript:alert(1)"],
    ["PROSHNO_SOCIAL_LINKEDIN", "https://127.0.0.1/proshno"],
  ])("refuses %s=%s and names the variable", (name, value) => {
    const attempt = () => parseEnv({ PROSHNO_DATA: data(), [name]: value });
    expect(attempt).toThrow(EnvError);
    expect(attempt).toThrow(new RegExp(`^${name}: must be `));
  });

  test("reads exactly the variables that .env.example documents", () => {
    const documented = readFileSync(new URL("../../.env.example", import.meta.url), "utf8").matchAll(
      /^#? ?([A-Z0-9_]+)=/gm,
    );
    const sources = ["env.ts", "env-backup.ts", "env-space.ts"].map((name) =>
      readFileSync(new URL(name, import.meta.url), "utf8"),
    );
    const read = sources.join("\n").matchAll(/^ {2}([A-Z0-9_]+): optional/gm);
    const names = (matches: Iterable<RegExpMatchArray>) => [...matches].map((match) => match[1]);
    const all = [...names(read), ...Object.values(contactVariables)];
    const internal = "PROSHNO_DEV";
    expect(new Set(names(documented))).toEqual(new Set(all.filter((name) => name !== internal)));
  });

  test.each([
    ["PORT", "seventy", /PORT/],
    ["PROSHNO_METRICS_TOKEN", "short", /^PROSHNO_METRICS_TOKEN: must have 20 to 200 letters/],
    ["PROSHNO_METRICS_TOKEN", "a token with spaces in it", /^PROSHNO_METRICS_TOKEN: must have 20/],
    ["PROSHNO_METRICS_PORT", "3000", /^PROSHNO_METRICS_PORT: must be a port .* not the same as PORT/],
    ["PROSHNO_METRICS_PORT", "0", /^PROSHNO_METRICS_PORT: must be a port/],
    ["PROSHNO_METRICS_PORT", "nine", /^PROSHNO_METRICS_PORT: must be a port/],
    ["PROSHNO_SLOW_QUERY_MS", "0", /^PROSHNO_SLOW_QUERY_MS: must be a time/],
    ["PROSHNO_SLOW_QUERY_MS", "1.5", /^PROSHNO_SLOW_QUERY_MS: must be a time/],
    ["PROSHNO_TIME_ZONE", "Dhaka", /^PROSHNO_TIME_ZONE: must be the name of a time zone, such as Asia/],
    ["PORT", "70000", /PORT/],
    ["PORT", "0", /PORT/],
    ["HOST", "my host/x", /HOST: must be an address/],
    ["HOST", "192.168.1.5", /PROSHNO_ORIGIN: must be https/],
    ["PROSHNO_MODE", "prod", /PROSHNO_MODE/],
    ["PROSHNO_ADMIN_2FA", "yes", /PROSHNO_ADMIN_2FA/],
    ["DATABASE_URL", "mysql://localhost/x", /DATABASE_URL: must be a postgres/],
    ["PROSHNO_SECRET", "short", /PROSHNO_SECRET: must have 32 or more characters/],
    ["PROSHNO_SECRET", "x".repeat(64), /PROSHNO_SECRET: .*at least 8 of them different/],
    ["PROSHNO_SECRET", `${"x".repeat(63)}y`, /PROSHNO_SECRET: .*at least 8 of them different/],
    ["PROSHNO_SECRET", "change me! ".repeat(4), /PROSHNO_SECRET: .*no repeating pattern/],
    ["PROSHNO_SECRET", "0123456789".repeat(4).slice(0, 33), /PROSHNO_SECRET: .*no repeating pattern/],
    ["PROSHNO_ORIGIN", "http://proshno.example.edu", /PROSHNO_ORIGIN: must be https, but is http/],
    ["PROSHNO_ORIGIN", "https://proshno.example.edu/path", /PROSHNO_ORIGIN: must be an origin/],
    ["PROSHNO_ORIGIN", "proshno", /PROSHNO_ORIGIN/],
    ["PROSHNO_TRUSTED_PROXIES", "everybody", /PROSHNO_TRUSTED_PROXIES: must be addresses or networks/],
    ["PROSHNO_TRUSTED_PROXIES", "0.0.0.0/0", /PROSHNO_TRUSTED_PROXIES: must be addresses or networks/],
    ["PROSHNO_SMTP_URL", "http://mail.example.edu", /PROSHNO_SMTP_URL: must be smtp:/],
    ["PROSHNO_SMTP_URL", "smtp://mail.example.edu/?tls=no", /PROSHNO_SMTP_URL: must be smtp:/],
    ["PROSHNO_SMTP_URL", "smtp://user:100%@mail.example.edu", /PROSHNO_SMTP_URL: must be smtp:/],
    ["PROSHNO_SMTP_URL", "smtp://mail.example.edu", /PROSHNO_MAIL_FROM: must be an address/],
    ["PROSHNO_MAIL_FROM", "noreply", /PROSHNO_MAIL_FROM: must be an address/],
    ["PROSHNO_MAIL_FROM", "A\r\nBcc: b@example.edu <a@example.edu>", /PROSHNO_MAIL_FROM: must be an address/],
    ["PROSHNO_OIDC_ISSUER", "accounts.google.com", /PROSHNO_OIDC_ISSUER: must be the provider's issuer/],
    [
      "PROSHNO_OIDC_ISSUER",
      "http://accounts.google.com",
      /PROSHNO_OIDC_ISSUER: must be the provider's issuer/,
    ],
    [
      "PROSHNO_OIDC_ISSUER",
      "https://a.example.edu/?x=1",
      /PROSHNO_OIDC_ISSUER: must be the provider's issuer/,
    ],
    [
      "PROSHNO_OIDC_ISSUER",
      "https://u:p@a.example.edu",
      /PROSHNO_OIDC_ISSUER: must be the provider's issuer/,
    ],
    ["PROSHNO_OIDC_ISSUER", "https://accounts.google.com", /PROSHNO_OIDC_CLIENT_ID: must be set/],
    ["PROSHNO_OIDC_CLIENT_ID", "proshno", /PROSHNO_OIDC_ISSUER: must be the provider's issuer/],
    ["PROSHNO_OIDC_CLIENT_SECRET", "s", /PROSHNO_OIDC_ISSUER: must be the provider's issuer/],
    ["DATABASE_REPLICA_URL", "mysql://db2/proshno", /DATABASE_REPLICA_URL: must be a postgres/],
    ["DATABASE_REPLICA_URL", "postgres://db2/proshno", /DATABASE_REPLICA_URL: needs DATABASE_URL/],
    ["PROSHNO_OIDC_NAME", " ", /PROSHNO_OIDC_NAME: must be a name/],
    ["PROSHNO_OIDC_NAME", "G".repeat(41), /PROSHNO_OIDC_NAME: must be a name/],
  ])("refuses %s=%s with an error that names a variable", (name, value, message) => {
    expect(() => parseEnv({ PROSHNO_DATA: data(), [name]: value })).toThrowError(EnvError);
    expect(() => parseEnv({ PROSHNO_DATA: data(), [name]: value })).toThrowError(message);
  });

  test.each([
    ["0.0.0.0", "http://127.0.0.1:3000"],
    ["::", "http://[::1]:3000"],
    ["::1", "http://[::1]:3000"],
    ["localhost", "http://localhost:3000"],
  ])("gives a server with HOST=%s the origin %s", (host, origin) => {
    expect(parseEnv({ PROSHNO_DATA: data(), HOST: host })).toMatchObject({ host, origin });
  });

  test("trusts only the configured proxies", () => {
    expect(parseEnv({ PROSHNO_DATA: data() }).trustedProxies).toBeUndefined();
    const { trustedProxies } = parseEnv({
      PROSHNO_DATA: data(),
      PROSHNO_TRUSTED_PROXIES: "loopback, 10.1.0.0/16",
    });
    expect(["127.0.0.1", "10.1.9.9", "10.2.0.1"].map((one) => trustedProxies?.(one, 0))).toEqual([
      true,
      true,
      false,
    ]);
  });

  test.each([
    ["http://127.0.0.1:3000", undefined, 0],
    ["https://proshno.example.edu", undefined, 1],
    ["https://proshno.example.edu", "loopback", 0],
  ])(
    "a server at %s with the proxies %s prints %s lines about proxies when it starts",
    (origin, proxies, count) => {
      const env = parseEnv({
        PROSHNO_DATA: data(),
        PROSHNO_ORIGIN: origin,
        PROSHNO_TRUSTED_PROXIES: proxies,
      });
      expect(proxyLines(env)).toHaveLength(count);
    },
  );

  test.each([
    [undefined, { name: "Proshno", address: "noreply@example.edu" }],
    ["a@example.edu", { name: "", address: "a@example.edu" }],
    ["The archive <a@example.edu>", { name: "The archive", address: "a@example.edu" }],
  ])("accepts the mail sender %s", (text, mailFrom) =>
    expect(parseEnv({ PROSHNO_DATA: data(), PROSHNO_MAIL_FROM: text })).toMatchObject({ mailFrom }),
  );

  test("requires a provider's issuer and client ID, and accepts http only on loopback", () => {
    const variables = { PROSHNO_OIDC_CLIENT_ID: "proshno", PROSHNO_DATA: data() };
    const { oidc } = parseEnv({ ...variables, PROSHNO_OIDC_ISSUER: "https://accounts.google.com" });
    expect(oidc).toEqual({
      issuer: "https://accounts.google.com",
      clientId: "proshno",
      clientSecret: undefined,
      name: "accounts.google.com",
    });
    const named = { ...variables, PROSHNO_OIDC_ISSUER: "http://127.0.0.1:9000", PROSHNO_OIDC_NAME: "Local" };
    expect(parseEnv({ ...named, PROSHNO_OIDC_CLIENT_SECRET: "s" }).oidc).toMatchObject({
      name: "Local",
      clientSecret: "s",
    });
    expect(parseEnv({ PROSHNO_DATA: data() }).oidc).toBeUndefined();
  });

  test("refuses a wrong mail server without printing its password", () => {
    const variables = { PROSHNO_DATA: data(), PROSHNO_SMTP_URL: "ftp://user:hunter2@mail.example.edu" };
    expect(() => parseEnv(variables)).toThrowError(/^(?!.*hunter2)/s);
  });

  test("gives a demo one worker and production one per core, and divides the memory of the response cache among them", () => {
    const own = (variables: Record<string, string>) => parseEnv({ PROSHNO_DATA: data(), ...variables });
    expect(own({})).toMatchObject({ workers: 1, cacheBytes: 64_000_000 });
    const four = { PROSHNO_WORKERS: "4", PROSHNO_CACHE_MB: "100" };
    expect(own(four)).toMatchObject({ workers: 4, cacheBytes: 25_000_000 });
    expect(own({ PROSHNO_MODE: "production" }).workers).toBe(availableParallelism());
    expect(own({ ...four, PROSHNO_DEV: "1" })).toMatchObject({ workers: 1, cacheBytes: 0 });
    expect(() => own({ PROSHNO_WORKERS: "0" })).toThrowError("PROSHNO_WORKERS");
  });

  test("treats an empty variable as absent", () => {
    expect(parseEnv({ PROSHNO_DATA: data(), PORT: "", DATABASE_URL: "" })).toMatchObject({ port: 3000 });
  });

  test("creates a secret file once, and only its owner can read the file", () => {
    const folder = data();
    const { secret } = parseEnv({ PROSHNO_DATA: folder });
    expect(secret.length).toBeGreaterThanOrEqual(32);
    expect(parseEnv({ PROSHNO_DATA: folder }).secret).toBe(secret);
    expect(statSync(join(folder, "secret")).mode & 0o777).toBe(0o600);
  });
});
