import { setTimeout as pause } from "node:timers/promises";
import { manySquares } from "../../tests/support/files/bombs-pdf.ts";
import { ENGLISH_HEAD, scan as scanOf } from "../../tests/support/files/scan.ts";
import { tinyPdf } from "../../tests/support/files/tiny-pdf.ts";
import { median } from "../lib/percentiles.ts";
import { startProbe } from "../lib/start-probe.ts";
import { uploadingStudent } from "../lib/uploading-student.ts";
import type { AbuseWorld, Figure, Scenario } from "./world.ts";

/** How many uploads the flooder sends at once. */
const UPLOADS = 10;
/** How many blank papers the flooder sends, and how many pages each has. */
const [PAPERS, PAGES] = [4, 30];
const ACCOUNTS = 120;
/** How many samples each median has. */
const SAMPLES = 3;
/** The pause between two checks, in ms. */
const POLL = 50;

/** Floods the queues of uploads and of recognition from one account, and then from a hundred accounts. */
export const queues: Scenario = {
  name: "queues",
  engines: ["sqlite", "postgres"],
  // Starts without the sample, because its pages would occupy the recogniser.
  env: { PROSHNO_OCR: "1", PROSHNO_MODE: "production" },
  async run(world) {
    const student = await waits(await open(world));
    const quiet = await quietTimes(student);
    return [
      ...(await uploads(await open(world), student, quiet)),
      ...(await recognition(await open(world), student, quiet)),
      ...(await manyAccounts(world)),
    ];
  },
};

type Person = Awaited<ReturnType<typeof open>>;

async function open(world: AbuseWorld) {
  return uploadingStudent(world.origin, (await world.signUp()).cookie);
}

let marks = 0;
/** A printed paper that differs from every other paper. */
const printedPaper = (pages = 1) =>
  tinyPdf(Array.from({ length: pages }, () => ({ lines: [...ENGLISH_HEAD, `Set no. ${(marks += 1)}`] })));
const scannedPaper = () => scanOf([...ENGLISH_HEAD, `Set no. ${(marks += 1)}`]);
/** A PDF of one kilobyte that takes seconds to draw. */
const hostile = () => manySquares(2_000 + (marks += 1));
/** A paper with a square and no text on each page. */
const blank = () => tinyPdf(Array.from({ length: PAGES }, () => ({ content: `0 0 ${(marks += 1)} 9 re f` })));

/** @returns functions that measure how long a student waits, in ms */
async function waits(student: Person) {
  const long = await student.uploaded(printedPaper(20));
  await student.read(long);
  let page = 1;
  return {
    upload: () => timed(() => student.upload(printedPaper())),
    image: () => timed(() => student.page(long, (page += 1))),
    text: () => timed(async () => student.read(await student.uploaded(printedPaper()))),
    async scan() {
      const paper = await scannedPaper();
      return timed(async () => student.read(await student.uploaded(paper)));
    },
  };
}

type Waits = Awaited<ReturnType<typeof waits>>;
type Times = Record<keyof Waits, number>;

async function quietTimes({ upload, image, text, scan }: Waits): Promise<Times> {
  // The first requests start processes, so they are not measured.
  await upload();
  await scan();
  return {
    upload: await medianOf(upload),
    image: await medianOf(image),
    text: await medianOf(text),
    scan: await medianOf(scan),
  };
}

/** One account keeps ten uploads running. */
async function uploads(flooder: Person, { upload, image }: Waits, quiet: Times): Promise<Figure[]> {
  const over = new AbortController();
  const flood = Array.from({ length: UPLOADS }, async () => {
    while (!over.signal.aborted) await flooder.upload(hostile()).catch(() => {});
  });
  await pause(1_000);
  const flooded = { upload: await medianOf(upload), image: await medianOf(image) };
  over.abort();
  await Promise.all(flood);
  return [
    ...compared("an upload beside ten hostile ones of another account", flooded.upload, quiet.upload, 2),
    ...compared("a page image beside them", flooded.image, quiet.image, 2),
  ];
}

/** One account uploads blank scans, which all wait at the same time. */
async function recognition(flooder: Person, { scan, text }: Waits, quiet: Times): Promise<Figure[]> {
  for (let paper = 0; paper < PAPERS; paper += 1) await flooder.uploaded(blank());
  // Both measurements run at the same time, during the whole flood.
  const [scanTime, textTime] = await Promise.all([scan(), text()]);
  const name = `beside ${PAPERS} blank papers of ${PAGES} pages`;
  return [
    ...compared(`a scan is read ${name}`, scanTime, quiet.scan, 3),
    ...compared(`a printed paper is read ${name}`, textTime, quiet.text, 3),
  ];
}

/**
 * Many accounts upload one file each at once. The queue is bounded, and a refused upload gets the time for
 * its next attempt.
 */
async function manyAccounts(world: AbuseWorld): Promise<Figure[]> {
  const people: Person[] = [];
  for (let account = 0; account < ACCOUNTS; account += 1) people.push(await open(world));
  const probe = await startProbe({ url: `${world.origin}/healthz`, pid: world.pid });
  const answers: Response[] = [];
  for (const person of people)
    void person.upload(hostile()).then(
      (answer) => answers.push(answer),
      () => {},
    );
  const enough = performance.now() + 30_000;
  while (answers.length < ACCOUNTS - 102 && performance.now() < enough) await pause(POLL);
  const { latencies } = await probe.stop();
  const unclear = answers.filter(({ ok, headers }) => !ok && !headers.has("retry-after")).length;
  return [
    {
      name: `${ACCOUNTS} hostile accounts at once: told when to come again`,
      value: answers.length,
      unit: "",
    },
    { name: "refused without saying when", value: unclear, unit: "", limit: 0 },
    { name: "others wait meanwhile", value: Math.max(...latencies), unit: "ms" },
  ];
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await act();
  return performance.now() - since;
}

async function medianOf(measure: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) times.push(await measure());
  return median(times);
}

function compared(name: string, flooded: number, quiet: number, limit: number): Figure[] {
  return [
    { name: `${name}: quiet`, value: quiet, unit: "ms" },
    { name, value: flooded, unit: "ms" },
    { name: "the same, of the quiet time", value: flooded / quiet, unit: "×", limit },
  ];
}
