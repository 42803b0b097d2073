import type { Ledger, PendingUpload } from "./kill-ledger.ts";
import type { createKillPapers, KillPaper } from "./kill-papers.ts";
import type { KillWorld } from "./kill-world.ts";

export interface KillClientOptions {
  world: KillWorld;
  ledger: Ledger;
  nextPaper: ReturnType<typeof createKillPapers>;
  /** A random number from 0 to 1. */
  random: () => number;
}

const TUS = { "tus-resumable": "1.0.0" };
const PART = { ...TUS, "content-type": "application/offset+octet-stream" };
const PARTS = 3;
const WIDTHS = [480, 1_000];

/** A response that is always wrong. A missing response doesn't count, because the server was killed. */
class Unexpected extends Error {}

/** Simulated people who do one action after another until their server is gone. */
export function createKillClients({ world, ledger, nextPaper, random }: KillClientOptions) {
  let titles = 0;
  const pick = <T>(all: T[]): T | undefined => all[Math.floor(random() * all.length)];

  /** Begins an upload, or continues one that a kill interrupted, and makes an item of most uploads. */
  async function upload(origin: string, cookie: string): Promise<void> {
    const begun = ledger.pending.shift();
    const one = begun ?? (await begin(origin, cookie, await nextPaper()));
    try {
      let offset = begun ? await offsetOf(origin, one) : 0;
      while (offset < one.paper.bytes.length) offset = await sendPart(origin, one, offset);
    } catch (error) {
      ledger.pending.push(one);
      throw error;
    }
    const key = one.path.split("/").at(-1) ?? "";
    ledger.files.push({ key, paper: one.paper, cookie: one.cookie });
    if (random() < 0.7) await contribute(origin, one.cookie, key, one.paper);
  }

  async function begin(origin: string, cookie: string, paper: KillPaper): Promise<PendingUpload> {
    const { bytes, name } = paper;
    const answer = await fetch(`${origin}/uploads`, {
      method: "POST",
      headers: {
        ...TUS,
        cookie,
        "upload-length": String(bytes.length),
        "upload-metadata": `filename ${Buffer.from(name).toString("base64")}`,
      },
    });
    await expectStatus(answer, 201);
    return { path: answer.headers.get("location") ?? "", paper, cookie, acknowledged: 0 };
  }

  async function offsetOf(origin: string, { path, cookie, acknowledged }: PendingUpload): Promise<number> {
    const answer = await fetch(origin + path, { method: "HEAD", headers: { ...TUS, cookie } });
    await expectStatus(answer, 200);
    const offset = Number(answer.headers.get("upload-offset"));
    if (offset < acknowledged) throw new Unexpected(`${path} fell from ${acknowledged} to ${offset} bytes`);
    ledger.requests.resumed += 1;
    return offset;
  }

  async function sendPart(origin: string, one: PendingUpload, offset: number): Promise<number> {
    const { bytes } = one.paper;
    const end = Math.min(bytes.length, offset + Math.ceil(bytes.length / PARTS));
    const answer = await fetch(origin + one.path, {
      method: "PATCH",
      headers: { ...PART, cookie: one.cookie, "upload-offset": String(offset) },
      body: Uint8Array.from(bytes.subarray(offset, end)),
    });
    await expectStatus(answer, end === bytes.length ? 200 : 204);
    ledger.requests.parts += 1;
    ledger.onPromise();
    one.acknowledged = end;
    return end;
  }

  async function contribute(
    origin: string,
    cookie: string,
    fileKey: string,
    paper: KillPaper,
  ): Promise<void> {
    const note = noteOf({ fileKey });
    const answer = await fetch(`${origin}/api/postNotes`, {
      method: "POST",
      headers: { cookie, "content-type": "application/json" },
      body: JSON.stringify(note),
    });
    await expectStatus(answer, 201);
    ledger.items.push({ title: note.topic, cookie, papers: [paper] });
  }

  const noteOf = <T>(fields: T) => {
    titles += 1;
    return { topic: `Note ${titles}`, department: "CSE", subject: "Algorithms", ...fields };
  };

  /** Posts a form with its file, like a browser without JavaScript. */
  async function sendForm(origin: string, cookie: string): Promise<void> {
    const paper = await nextPaper();
    const note = noteOf({});
    await expectStatus(await post(origin, "/dashboard/add-notes", cookie, note, paper), 303);
    ledger.requests.forms += 1;
    ledger.onPromise();
    ledger.items.push({ title: note.topic, cookie, papers: [paper] });
  }

  /** Replaces the file of an item; the old file is then removed. */
  async function edit(origin: string): Promise<void> {
    const item = pick(ledger.items.filter(({ papers }) => papers.length === 1));
    if (!item) return;
    const { title: topic, cookie } = item;
    const paper = await nextPaper();
    const { id, version, fileKey } = await world.db.read
      .selectFrom("resource")
      .select(["id", "version", "fileKey"])
      .where("title", "=", topic)
      .executeTakeFirstOrThrow();
    item.papers.push(paper);
    ledger.replaced.add(fileKey ?? "");
    const fields = { ...noteOf({}), topic, version: String(version) };
    await expectStatus(await post(origin, `/dashboard/edit/${id}`, cookie, fields, paper), 303);
    ledger.requests.edits += 1;
    ledger.onPromise();
    item.papers.shift();
  }

  function post(
    origin: string,
    path: string,
    cookie: string,
    fields: Record<string, string>,
    paper: KillPaper,
  ): Promise<Response> {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    // The generated papers look alike, so the form of a new item requires a confirmation.
    if (!path.includes("/edit/")) body.set("confirmed", "similar");
    body.set("file", new File([Uint8Array.from(paper.bytes)], paper.name));
    return fetch(origin + path, { method: "POST", redirect: "manual", headers: { cookie, origin }, body });
  }

  async function readPage(origin: string): Promise<void> {
    const file = pick(ledger.files.slice(-20));
    if (!file) return void (await fetch(`${origin}/healthz`));
    const page = 1 + Math.floor(random() * file.paper.pages);
    const path = `/files/${file.key}/pages/${page}?width=${page === 1 ? pick(WIDTHS) : 1_000}`;
    const answer = await fetch(origin + path, { headers: { cookie: file.cookie } });
    // In the meantime, an edit may have removed the file.
    if (answer.status === 404) return;
    const bytes = await expectStatus(answer, 200);
    if (bytes.toString("latin1", 8, 12) !== "WEBP") throw new Unexpected(`${path} is no picture`);
    ledger.requests.pages += 1;
  }

  return {
    /** Works until `isOver` says that the server is gone. */
    async work(origin: string, cookie: string, isOver: () => boolean): Promise<void> {
      const lane = async (act: () => Promise<void>) => {
        while (!isOver()) {
          await act().catch((error: unknown) => {
            if (error instanceof Unexpected) ledger.faults.push(error.message);
            else if (!isOver()) ledger.faults.push(`no answer: ${String(error)}`);
          });
        }
      };
      await Promise.all([
        lane(() => upload(origin, cookie)),
        lane(() => upload(origin, cookie)),
        lane(() => (random() < 0.5 ? edit(origin) : sendForm(origin, cookie))),
        lane(() => readPage(origin)),
      ]);
    },
  };
}

async function expectStatus(answer: Response, status: number): Promise<Buffer> {
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (answer.status === status) return bytes;
  throw new Unexpected(
    `${answer.status} and not ${status} from ${answer.url}: ${bytes.toString().slice(0, 300)}`,
  );
}
