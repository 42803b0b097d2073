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
const kilobytes = (bytes: number) => bytes / 1_000;

/** Forms and calls with far more fields than any of ours has. */
export const fields: Scenario = {
  name: "fields",
  engines: ["sqlite"],
  async run(world) {
    const { cookie } = await world.signUp();
    const names = Array.from({ length: NAMES }, (_, index) => `${index.toString(36)}=`).join("&");
    const figures: Figure[] = [];
    for (const path of FORMS) {
      figures.push(...(await posted(world, path, "application/x-www-form-urlencoded", names)));
    }
    const { type, body } = multipart(25);
    figures.push(...(await posted(world, "/dashboard/add-notes", type, body, cookie)));
    const keys = `{${Array.from({ length: 200_000 }, (_, index) => `"k${index}":0`).join()}}`;
    figures.push(...(await posted(world, "/api/postBlogs", "application/json", keys, cookie)));
    return figures;
  },
};

async function posted(
  { origin, pid }: AbuseWorld,
  path: string,
  type: string,
  body: string | Uint8Array<ArrayBuffer>,
  cookie = "",
): Promise<Figure[]> {
  const probe = startProbe({ url: `${origin}/healthz`, pid });
  const headers = { "content-type": type, origin, cookie };
  const answer = await fetch(origin + path, { method: "POST", redirect: "manual", headers, body }).then(
    async (response) => (await response.arrayBuffer()).byteLength,
    () => 0,
  );
  const { latencies } = await probe.stop();
  const size = Math.round(kilobytes(body.length));
  return [
    { name: `${path}, ${size} kB: others wait`, value: Math.max(...latencies), unit: "ms", limit: 50 },
    { name: `${path}, ${size} kB: answer`, value: kilobytes(answer), unit: "kB", limit: 100 },
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
