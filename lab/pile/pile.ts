import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { APIRequestContext, Browser } from "playwright-core";
import { countedPerson } from "../../tests/support/archive/counted-person.ts";
import { DEPARTMENT, type PilePaper, TERM, UNIVERSITY } from "../../tests/support/archive/pile-papers.ts";
import { ways } from "../../tests/support/archive/pile-ways.ts";
import { freePort, startServer, type TestServer } from "../../tests/support/process/server.ts";
import { hydrated, launchBrowser, openPage, sampleSession } from "../../tests/support/web/browser.ts";
import { defineExperiment } from "../lib/experiment.ts";
import { choices, flag, text } from "../lib/options.ts";
import { makePileFiles, type PileFiles } from "./make-files.ts";

/** How long reading and sending may take, in ms. */
const TIMEOUT = 1_200_000;
const MINUTE = 60_000;
const HALF = 0.5;

export const experiment = defineExperiment({
  about: `Sends 40 papers as a person does, with a real browser, and counts the clicks and keys: with the mouse, with the keyboard
alone, and on a phone of 360 px. The files are 20 digital PDFs, 12 scans and 8 photos, with 3 broken files and 2 duplicates.`,
  options: {
    ways: choices(["mouse", "keyboard", "phone"], "only some ways"),
    digital: flag("only digital PDFs, without text recognition"),
    kill: flag("kills the server when half of the files are there, and starts it again"),
    folder: text(join(tmpdir(), "proshno-pile-files"), "keeps the files for the next run"),
  },
  needs: () => ["build", "programs"],
  async run({ values: { ways: chosen, digital, kill, folder } }) {
    const browser = await launchBrowser();
    try {
      const files = await makePileFiles(browser, join(folder, digital ? "digital" : "mixed"), !digital);
      for (const name of chosen) await count(browser, name, { files, digital, kill, folder });
    } finally {
      await browser.close();
    }
    return 0;
  },
});

interface Counting {
  files: PileFiles;
  /** Uses only digital PDFs. */
  digital: boolean;
  /** Kills the server when it has half of the files. */
  kill: boolean;
  folder: string;
}

async function count(by: Browser, name: keyof typeof ways, options: Counting): Promise<void> {
  const { files, digital, kill, folder } = options;
  const { papers, paths } = files;
  const data = mkdtempSync(join(tmpdir(), "proshno-pile-"));
  const port = await freePort();
  const env = {
    PROSHNO_DATA: data,
    PORT: String(port),
    PROSHNO_ORIGIN: `http://127.0.0.1:${port}`,
    PROSHNO_OCR: digital ? "off" : "1",
  };
  let server: TestServer = { ...(await startServer(env)), origin: env.PROSHNO_ORIGIN };
  const isPhone = name === "phone";
  const storageState = await sampleSession(by, server, "student");
  const viewport = isPhone ? { width: 360, height: 740 } : { width: 1280, height: 1_040 };
  const { page, complaints, close } = await openPage(by, { storageState, viewport, hasTouch: isPhone });
  page.setDefaultTimeout(TIMEOUT);
  const person = countedPerson(page, isPhone);
  const way = ways[name];
  const begun = performance.now();
  try {
    await page.goto(`${env.PROSHNO_ORIGIN}/dashboard/contribute`);
    await hydrated(page, ".pile-files input");
    await way.choose(person, paths);
    await page.waitForURL(/\/contribute\/[0-9a-f]+$/);
    const rowsAddress = `${page.url()}/rows`;
    const rows = async () => {
      const answer = await page.request.get(rowsAddress).catch(() => undefined);
      const body = answer?.ok() ? ((await answer.json()) as { rows: { status: string }[] }) : undefined;
      return body?.rows ?? [];
    };
    const until = async (isDone: (statuses: string[]) => boolean) => {
      while (!isDone((await rows()).map(({ status }) => status))) await page.waitForTimeout(500);
    };
    if (kill) {
      await until((statuses) => statuses.length >= paths.length * HALF);
      server.process.kill("SIGKILL");
      await new Promise((resolve) => server.process.once("exit", resolve));
      server = { ...(await startServer(env)), origin: env.PROSHNO_ORIGIN };
    }
    await until((statuses) => statuses.length === paths.length && !statuses.includes("reading"));
    await page.waitForFunction(() => document.querySelector(".pile-bar") === null);
    await way.answer(person);
    await way.check(person, papers);
    await way.send(person);
    await until((statuses) => statuses.filter((status) => status === "sent").length >= papers.length);
    const all = await rows();
    const { wrong, pending } = await compare(page.request, page.url(), papers);
    const { clicks, keys, all: sum } = person.counts();
    const left = all.filter(({ status }) => status !== "sent").map(({ status }) => status);
    console.log(
      `${name}: ${pending} pending contributions of ${paths.length} files, ${clicks} clicks and ${keys} keys, ${sum} in all; ` +
        `${wrong.length} with a wrong detail; left: ${left.join(", ")}; ` +
        `${((performance.now() - begun) / MINUTE).toFixed(1)} minutes; errors of the browser: ${complaints.length}`,
    );
    for (const line of [...wrong, ...complaints]) console.log(`  ${line}`);
  } catch (error) {
    await page.screenshot({ path: join(folder, `${name}-failed.png`), fullPage: true });
    throw error;
  } finally {
    await close();
    await server.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

interface Sent {
  code: string;
  subject: string;
  year: string;
  examType?: string;
  term?: string;
  university?: string;
  department?: string;
}

/** Compares the sent items with the papers. @returns the wrong ones, one per line, and the number of items */
async function compare(
  request: APIRequestContext,
  address: string,
  papers: PilePaper[],
): Promise<{ wrong: string[]; pending: number }> {
  const answer = await request.get(`${address}/rows`);
  const { rows } = (await answer.json()) as { rows: { itemHref?: string; label: string }[] };
  const wrong: string[] = [];
  let pending = 0;
  for (const { itemHref, label } of rows) {
    if (!itemHref) continue;
    const item = (await (
      await request.get(new URL(`/api/question/${itemHref.split("/").at(-1)}`, address).href)
    ).json()) as Sent & { status: string };
    pending += item.status === "Pending" ? 1 : 0;
    const paper = papers.find(({ file }) => file === label);
    const should = paper && {
      code: paper.code,
      subject: paper.title,
      year: String(paper.year),
      examType: paper.examType,
      term: TERM,
      university: UNIVERSITY,
      department: DEPARTMENT,
    };
    if (!should) wrong.push(`${label}: sent, but it is broken or a duplicate`);
    const differing = Object.entries(should ?? {}).filter(
      ([name, value]) => String(item[name as keyof Sent] ?? "").toLowerCase() !== value.toLowerCase(),
    );
    if (differing.length > 0)
      wrong.push(
        `${label}: ${differing.map(([name, value]) => `${name} is ${item[name as keyof Sent]}, not ${value}`).join(", ")}`,
      );
  }
  return { wrong, pending };
}
