import { setTimeout as pause } from "node:timers/promises";
import type { Browser } from "playwright-core";
import sharp from "sharp";
import { launchBrowser } from "../../tests/support/web/browser.ts";
import { type AbuseWorld, openAbuseWorld } from "../abuse/world.ts";
import { percentiles } from "../lib/percentiles.ts";
import { defineExperiment } from "../lib/experiment.ts";
import { whole } from "../lib/options.ts";
import type { ShowSteps } from "../lib/progress.ts";
import { startProbe } from "../lib/start-probe.ts";
import { asText } from "../lib/tables.ts";
import { uploadingStudent } from "../lib/uploading-student.ts";
import { DRAWN_PAGES, drawnPage } from "../reading/set/draw.ts";
import { type Kind, kinds, testPages } from "../reading/set/pages.ts";

/** Files that a browser uploads at once. */
const CONCURRENCY = 4;
/** The pause between two looks at a pile, in ms. */
const POLL = 500;
const SECOND = 1_000;
/** The second line of a PDF is a comment of four bytes that are no letters. */
const COMMENT = 0xe2_e3_00_80;

interface File {
  kind: Kind;
  bytes: Uint8Array;
  extension: string;
}

export const experiment = defineExperiment({
  about: `Measures how long people wait until the details of their papers are read, with the papers of the reading set. First one
student uploads papers to a form, one after the other. Then one student uploads many papers to a pile, while a visitor and
another student open pages, and others upload one paper each.`,
  options: {
    single: whole(20, "papers of each kind for the first part", { least: 0 }),
    papers: whole(500, "papers of the pile: half digital PDFs, the rest scans and photos", { least: 0 }),
  },
  needs: () => ["build", "programs"],
  async run({ values: { single, papers }, showSteps }) {
    const files = await drawn(showSteps);
    // Production has no sample papers, which would be read first.
    const world = await openAbuseWorld({
      engine: "sqlite",
      postgresUrl: undefined,
      env: { PROSHNO_MODE: "production", PROSHNO_OCR: "1" },
    });
    try {
      if (single > 0) await oneAfterTheOther(world, files, single);
      if (papers > 0) await manyAtOnce(world, files, papers, showSteps);
    } finally {
      await world.close();
    }
    return 0;
  },
});

/** The papers of the reading set's half for tuning, by kind. */
async function drawn(showSteps: ShowSteps): Promise<Record<Kind, File[]>> {
  const pages = testPages("dev");
  const progress = showSteps(pages.length);
  let browser: Promise<Browser> | undefined;
  const open = () => (browser ??= launchBrowser());
  const files: Record<Kind, File[]> = { digital: [], scan: [], photo: [] };
  for (const page of pages) {
    const { bytes, extension } = await drawnPage(page, DRAWN_PAGES, open);
    files[page.kind].push({ kind: page.kind, bytes, extension });
    progress.step(`${page.name} drawn`);
  }
  progress.stop();
  await (await browser)?.close();
  return files;
}

async function oneAfterTheOther(world: AbuseWorld, files: Record<Kind, File[]>, count: number) {
  const student = uploadingStudent(world.origin, (await world.signUp()).cookie);
  // The first papers start processes, so they are not measured.
  for (const kind of kinds)
    await student.read(await student.uploaded(await unlike(files[kind][0] as File, 1)));
  const rows = [];
  const all: number[] = [];
  for (const kind of kinds) {
    const times: number[] = [];
    for (const file of files[kind].slice(0, count)) {
      const key = await student.uploaded(file.bytes);
      const since = performance.now();
      await student.read(key);
      times.push(performance.now() - since);
    }
    all.push(...times);
    rows.push([kind, ...inSeconds(times)]);
  }
  rows.push(["all", ...inSeconds(all)]);
  console.log(
    `\nDetails after the upload, one paper after the other\n${asText([["", "p50", "p95"], ...rows])}`,
  );
}

function inSeconds(times: number[]): string[] {
  const { p50, p95 } = percentiles(times);
  return [p50, p95].map((time) => `${(time / SECOND).toFixed(1)} s`);
}

async function manyAtOnce(
  world: AbuseWorld,
  files: Record<Kind, File[]>,
  count: number,
  showSteps: ShowSteps,
) {
  const [owner, other] = [await world.signUp(), await world.signUp()];
  const pile = await newPile(world, owner.cookie);
  const url = `${world.origin}/allQuestions`;
  const probes = [
    await startProbe({ url, pid: world.pid }),
    await startProbe({ url, pid: world.pid, headers: { cookie: other.cookie } }),
  ];
  const since = performance.now();
  const passed = () => `${((performance.now() - since) / SECOND).toFixed(0)} s`;
  const waits = otherPeople(world, files);
  const sent = sendAll(world, { cookie: owner.cookie, pile, files: mixed(files, count) });
  void sent.then(() => console.log(`All ${count} papers are uploaded after ${passed()}.`));
  const progress = showSteps(count);
  let done = 0;
  while (done < count) {
    await pause(POLL);
    const { total, counts } = await pileOf(world, owner.cookie, pile);
    const read = total - (counts["reading"] ?? 0);
    if (done === 0 && read > 0) console.log(`\nThe first paper is read after ${passed()}.`);
    while (done < read) {
      done += 1;
      progress.step("read");
    }
  }
  progress.stop();
  await sent;
  console.log(`The last of ${count} papers is read after ${passed()}.`);
  for (const [name, time] of await waits) console.log(`Another person's ${name}: ${time} s.`);
  for (const [index, probe] of probes.entries()) {
    const { latencies, failures } = await probe.stop();
    const { p50, p99 } = percentiles(latencies);
    console.log(
      `Pages of a ${index === 0 ? "visitor" : "student"} meanwhile: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ` +
        `${failures} of ${latencies.length} failed.`,
    );
  }
}

/** Others upload one paper of each kind while the pile is read. @returns how long each waits for its details */
async function otherPeople(world: AbuseWorld, files: Record<Kind, File[]>): Promise<[Kind, string][]> {
  await pause(30 * SECOND);
  const times: [Kind, string][] = [];
  for (const kind of kinds) {
    const student = uploadingStudent(world.origin, (await world.signUp()).cookie);
    const key = await student.uploaded(await unlike(files[kind][1] as File, 999));
    const since = performance.now();
    await student.read(key);
    times.push([kind, ((performance.now() - since) / SECOND).toFixed(1)]);
  }
  return times;
}

/** Different files in a mixed order. Each paper of the set appears several times, with other bytes. */
function mixed(files: Record<Kind, File[]>, count: number): (() => Promise<Uint8Array>)[] {
  const order: Kind[] = ["digital", "scan", "digital", "photo"];
  return Array.from({ length: count }, (_one, index) => {
    const kind = order[index % order.length] as Kind;
    const turn = Math.floor(index / order.length);
    const file = files[kind][turn % files[kind].length] as File;
    return () => unlike(file, index + 2);
  });
}

/** The file with other bytes: a PDF another comment in its second line, and a photo other pixels. */
async function unlike(file: File, mark: number): Promise<Uint8Array> {
  if (file.extension !== "jpg") {
    const bytes = Buffer.from(file.bytes);
    bytes.writeUInt32BE((COMMENT + mark) >>> 0, bytes.indexOf("\n%") + 2);
    return bytes;
  }
  const { width = 0 } = await sharp(file.bytes).metadata();
  return sharp(file.bytes)
    .resize({ width: width - (mark % 40) })
    .keepExif()
    .jpeg({ quality: 88 })
    .toBuffer();
}

async function newPile({ origin }: AbuseWorld, cookie: string): Promise<string> {
  const answer = await fetch(`${origin}/api/piles`, {
    method: "POST",
    headers: { cookie, origin, "content-type": "application/json" },
    body: "{}",
  });
  return ((await answer.json()) as { insertedId: string }).insertedId;
}

async function pileOf({ origin }: AbuseWorld, cookie: string, id: string) {
  const answer = await fetch(`${origin}/api/piles/${id}?size=1`, { headers: { cookie } });
  return (await answer.json()) as { total: number; counts: Record<string, number> };
}

async function sendAll(
  { origin }: AbuseWorld,
  { cookie, pile, files }: { cookie: string; pile: string; files: (() => Promise<Uint8Array>)[] },
): Promise<void> {
  const student = uploadingStudent(origin, cookie);
  const left = [...files.entries()];
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [place, file] = next;
      const metadata = { pile, filename: `paper-${place}.pdf`, place: String(place + 1) };
      const answer = await student.upload(await file(), metadata);
      if (!answer.ok) throw new Error(`The upload failed: ${await answer.text()}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}
