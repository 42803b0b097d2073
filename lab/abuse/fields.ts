import { manyFields, VISITOR_FORMS } from "../../tests/support/api/many-fields.ts";
import { startProbe } from "../lib/start-probe.ts";
import type { AbuseWorld, Figure, Scenario } from "./world.ts";
import { KB, MB } from "../../src/shared/text/bytes.ts";

const NAMES = 140_000;
/** The number of names that fit into a visitor's largest form. */
const FEWER_NAMES = 40_000;
/** Other work on the machine only adds time, so the shortest time of several attempts is used. */
const TRIES = 5;
const FORM = "application/x-www-form-urlencoded";

interface Attack {
  path: string;
  type: string;
  body: string | Uint8Array<ArrayBuffer>;
  cookie?: string;
}

/** Sends forms and calls with far more fields than ours have. */
export const fields: Scenario = {
  name: "fields",
  engines: ["sqlite"],
  async run(world) {
    const { cookie } = await world.signUp();
    const attacks: Attack[] = [
      ...VISITOR_FORMS.map((path) => ({ path, type: FORM, body: manyFields(NAMES) })),
      { path: "/contact", type: FORM, body: manyFields(FEWER_NAMES) },
      { path: "/contact", type: FORM, body: manyFields(NAMES), cookie },
      { path: "/dashboard/add-notes", ...multipart(25), cookie },
      { path: "/api/postBlogs", type: "application/json", body: keys(200_000), cookie },
    ];
    const figures: Figure[] = [];
    for (const attack of attacks) figures.push(...(await launch(world, attack)));
    return figures;
  },
};

const keys = (count: number): string =>
  `{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join()}}`;

/** @returns the longest wait of another visitor, and the size of the response */
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
  const name = `${path}, ${Math.round(body.length / KB)} kB${cookie ? ", student" : ""}`;
  return [
    { name: `${name}: others wait`, value: Math.min(...waits), unit: "ms", limit: 50 },
    { name: `${name}: answer`, value: answer / KB, unit: "kB", limit: 100 },
  ];
}

/** A multipart form with many short parts. @param megabytes its size */
function multipart(megabytes: number): { type: string; body: Uint8Array<ArrayBuffer> } {
  const boundary = "xxxxxxxxxx";
  const part = (index: number) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${index.toString(36)}"\r\n\r\n\r\n`;
  const count = Math.floor((megabytes * MB) / part(100_000).length);
  const parts = Array.from({ length: count }, (_, index) => part(index)).join("");
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: new TextEncoder().encode(`${parts}--${boundary}--\r\n`),
  };
}
