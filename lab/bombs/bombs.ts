import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineExperiment } from "../lib/experiment.ts";
import { type ProbeFigures, startProbe } from "../lib/start-probe.ts";
import { createPapers, type PaperAnswer } from "../../src/server/files/rendering/papers.ts";
import { SHRINK_LIMIT } from "../../src/server/files/shrinking/large-pdfs.jobs.ts";
import { createShrinker } from "../../src/server/files/shrinking/shrinker.ts";
import { type Bomb, bombs } from "../../tests/support/files/bombs.ts";
import { largePdfBombs } from "../../tests/support/files/bombs-large-pdf.ts";
import { tinyPdf } from "../../tests/support/files/tiny-pdf.ts";
import { MB } from "../../src/shared/text/bytes.ts";

/** The time limit of a refusal, in ms. */
const REFUSED_WITHIN = 10_000;
/** The memory limit of the server's process, in bytes. */
const MEMORY_LIMIT = 512 * MB;
const MAKER = fileURLToPath(new URL("bomb-corpus.ts", import.meta.url));
const PAPER = tinyPdf([{ lines: ["A paper that is well"] }]);

type Papers = ReturnType<typeof createPapers>;

export const experiment = defineExperiment({
  about: `Generates hostile files, inspects and draws each like an upload, and checks that the server is not harmed. Large PDFs go the
way of their job. The server must refuse bad files of uploads within 10 s, the memory of its process must stay below 512 MB,
and it must still answer. Otherwise the experiment fails.`,
  options: {},
  async run() {
    const folder = mkdtempSync(join(tmpdir(), "proshno-bombs-"));
    const papers = createPapers();
    try {
      return await detonateAll(papers, folder);
    } finally {
      await papers.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

async function detonateAll(papers: Papers, folder: string): Promise<number> {
  // A separate process makes the files, so that its memory does not count as the server's.
  execFileSync(process.execPath, [MAKER, folder], { stdio: "inherit" });
  const probe = await startOwnProbe();
  const results: Result[] = [];
  for (const [index, bomb] of bombs.entries()) {
    const result = await detonate(papers, bomb, join(folder, String(index)));
    results.push(result);
    console.log(lineOf(result));
  }
  for (const [index, bomb] of largePdfBombs.entries()) {
    const result = await shrinkBomb(bomb, join(folder, String(bombs.length + index)));
    results.push(result);
    console.log(lineOf(result));
  }
  const { peak, latencies } = await probe.stop();
  return report(results, peak, latencies);
}

interface Result {
  bomb: Bomb;
  size: number;
  refusal: string | undefined;
  took: number;
  fault: string | undefined;
}

/** Inspects and draws a file like an upload, then a good paper, which must not be affected. */
async function detonate(papers: Papers, bomb: Bomb, path: string): Promise<Result> {
  const fingerprint = (file: string) => papers.fingerprint(file, 1);
  const start = performance.now();
  let answer: PaperAnswer<unknown> = await papers.inspect(path);
  for (const draw of [papers.thumbnail, papers.texts, fingerprint])
    if (!("refusal" in answer)) answer = await draw(path);
  const took = performance.now() - start;
  const refusal = "refusal" in answer ? answer.refusal : undefined;
  const expected = bomb.refusal && [bomb.refusal].flat();
  const next = await papers.inspect(PAPER);
  const fault =
    (expected && !expected.some((code) => code === refusal) && `expected ${expected.join(" or ")}`) ||
    (refusal && took > REFUSED_WITHIN && "too slow") ||
    ("refusal" in next && "the next paper suffered") ||
    undefined;
  return { bomb, size: statSync(path).size, refusal, took, fault };
}

/** Makes a large PDF smaller like its job, which may take longer than an upload. */
async function shrinkBomb(bomb: Bomb, path: string): Promise<Result> {
  const shrink = createShrinker();
  const start = performance.now();
  const answer = await shrink(path, () => {}, AbortSignal.timeout(SHRINK_LIMIT));
  const refusal = "refusal" in answer ? answer.refusal : undefined;
  const isExpected = !bomb.refusal || [bomb.refusal].flat().some((code) => code === refusal);
  const fault = isExpected ? undefined : `expected ${[bomb.refusal].flat().join(" or ")}`;
  return { bomb, size: statSync(path).size, refusal, took: performance.now() - start, fault };
}

function lineOf({ bomb, size, refusal, took, fault }: Result): string {
  const facts = [
    bomb.name.padEnd(52),
    `${Math.ceil(size / 1_000)} kB`.padStart(9),
    `${Math.round(took)} ms`.padStart(9),
  ];
  return `${facts.join("")}  ${refusal ?? "drawn"}${fault ? `  WRONG: ${fault}` : ""}`;
}

function report(results: Result[], peak: number, latencies: number[]): number {
  const refused = results.filter(({ refusal }) => refusal).length;
  const wrong = results.filter(({ fault }) => fault).length;
  const sorted = latencies.toSorted((a, b) => a - b);
  const quantile = (share: number) => (sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(1);
  console.log(`
bombs: ${results.length} files, ${refused} refused, ${results.length - refused} drawn without harm, ${wrong} wrong
slowest file: ${Math.round(Math.max(...results.map(({ took }) => took)))} ms
memory of the server's process: at most ${Math.round(peak / MB)} MB
answers meanwhile: ${sorted.length}, median ${quantile(0.5)} ms, p99 ${quantile(0.99)} ms, slowest ${quantile(1)} ms`);
  return wrong > 0 || peak > MEMORY_LIMIT ? 1 : 0;
}

/** Starts a server in this process, and a thread that sends it requests all the time. */
async function startOwnProbe() {
  const server = createServer((_request, response) => response.end("well")).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const probe = await startProbe({ url: `http://127.0.0.1:${port}/`, pid: process.pid });
  return {
    async stop(): Promise<ProbeFigures> {
      const figures = await probe.stop();
      server.close();
      return figures;
    },
  };
}
