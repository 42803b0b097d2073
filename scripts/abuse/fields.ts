import { startProbe } from "../lib/start-probe.ts";
import type { AbuseWorld, Figure, Scenario } from "./world.ts";

/** What the forms of visitors are posted to. */
const FORMS = [
  "/contact",
  "/register",
  "/copyright",
  "/forgot-password",
  "/login",
  "/reset-password",
  "/newsletter",
  "/theme",
];
const NAMES = 140_000;
/** As many as a visitor's largest form holds. */
const FEWER_NAMES = 40_000;
/** Other work on the machine can only add to what is measured, so the least of several tries counts. */
const TRIES = 5;
const FORM = "application/x-www-form-urlencoded";
const kilobytes = (bytes: number) => bytes / 1_000;

interface Attack {
  path: string;
  type: string;
  body: string | Uint8Array<ArrayBuffer>;
  cookie?: string;
}

/** Forms and calls with far more fields than any of ours has. */
export const fields: Scenario = {
  name: "fields",
  engines: ["sqlite"],
  async run(world) {
    const { cookie } = await world.signUp();
    const attacks: Attack[] = [
      ...FORMS.map((path) => ({ path, type: FORM, body: names(NAMES) })),
      { path: "/contact", type: FORM, body: names(FEWER_NAMES) },
      { path: "/contact", type: FORM, body: names(NAMES), cookie },
      { path: "/dashboard/add-notes", ...multipart(25), cookie },
      { path: "/api/postBlogs", type: "application/json", body: keys(200_000), cookie },
    ];
    const figures: Figure[] = [];
    for (const attack of attacks) figures.push(...(await launch(world, attack)));
    return figures;
  },
};

const names = (count: number): string =>
  Array.from({ length: count }, (_, index) => `${index.toString(36)}=`).join("&");
const keys = (count: number): string =>
  `{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join()}}`;

/** @returns how long somebody else waits at worst, and how much comes back */
async function launch(
  { origin, pid }: AbuseWorld,
  { path, type, body, cookie = "" }: Attack,
): Promise<Figure[]> {
  const waits: number[] = [];
  let answer = 0;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const probe = await startProbe({ url: `${origin}/healthz`, pid });
    const headers = { "content-type": type, origin, cookie };
    answer = await fetch(origin + path, { method: "POST", redirect: "manual", headers, body }).then(
      async (response) => (await response.arrayBuffer()).byteLength,
      () => 0,
    );
    const { latencies } = await probe.stop();
    waits.push(Math.max(...latencies));
  }
  const name = `${path}, ${Math.round(kilobytes(body.length))} kB${cookie ? ", student" : ""}`;
  return [
    { name: `${name}: others wait`, value: Math.min(...waits), unit: "ms", limit: 50 },
    { name: `${name}: answer`, value: kilobytes(answer), unit: "kB", limit: 100 },
  ];
}

/** A form of short parts. @param megabytes its size */
function multipart(megabytes: number): { type: string; body: Uint8Array<ArrayBuffer> } {
  const boundary = "xxxxxxxxxx";
  const part = (index: number) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${index.toString(36)}"\r\n\r\n\r\n`;
  const count = Math.floor((megabytes * 1_000_000) / part(100_000).length);
  const parts = Array.from({ length: count }, (_, index) => part(index)).join("");
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: new TextEncoder().encode(`${parts}--${boundary}--\r\n`),
  };
}
