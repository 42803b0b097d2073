import { sha256Of } from "../../../src/server/files/storage/file-store.ts";
import { en } from "../../../src/shared/messages/en.ts";
import { tinyPdf } from "../files/tiny-pdf.ts";
import { questionOf, send } from "../process/essential-calls.ts";
import { newTally, note } from "./fault-tally.ts";
import { pause, textOf } from "./fault-readers.ts";

/** The writes that the server acknowledged, and those that it refused. */
export interface FaultLedger {
  /** The subjects of questions. */
  questions: string[];
  /** The topics of notes, with the SHA-256 of their file. */
  notes: Map<string, string>;
  /** The subjects and topics of writes that were refused with a clear sentence. */
  refused: string[];
}

/** Each write with this number, and its multiples, brings a file. */
const FILES = 3;
const SENTENCES = [en.notSaved.unavailable, en.notSaved.no_room];
const ACCEPTED = [201, 303];
const TOO_MANY = 429;

/**
 * One contributor who adds questions, and notes with a file, one after another.
 * @param pace the pause between two writes, in ms
 */
export function createWriter(origin: string, cookie: string, pace: number) {
  const ledger: FaultLedger = { questions: [], notes: new Map(), refused: [] };
  const over = new AbortController();
  const faults: string[] = [];
  let tally = newTally();
  let count = 0;

  /** @returns whether the server accepted the write */
  async function write(hasFile: boolean): Promise<boolean> {
    count += 1;
    const into = tally;
    const name = `${hasFile ? "Note" : "Question"}-${count}-${Date.now()}`;
    const paper = tinyPdf([{ lines: [name, `Define term ${count}.`] }]);
    const since = performance.now();
    try {
      const response = await (hasFile ? addNote(name, paper) : addQuestion(name));
      const body = await response.text();
      const { status } = response;
      note(into, String(status), performance.now() - since);
      if (ACCEPTED.includes(status)) {
        if (hasFile) ledger.notes.set(name, sha256Of(paper));
        else ledger.questions.push(name);
        return true;
      }
      // After a jump of the clock, a rate limit may ask for a few seconds of patience.
      const isClear = SENTENCES.some((sentence) => body.replaceAll("&#39;", "'").includes(sentence));
      if (isClear || status === TOO_MANY) ledger.refused.push(name);
      else faults.push(`write of ${name}: ${status} ${textOf(body)}`);
    } catch {
      // The connection ended, so the writer doesn't know whether the write happened.
      note(into, "no response", performance.now() - since);
    }
    return false;
  }

  const addQuestion = (name: string) =>
    send(origin, "/api/postQuestion", { cookie, body: { ...questionOf(String(count)), subject: name } });

  function addNote(topic: string, paper: Buffer): Promise<Response> {
    const body = new FormData();
    // The papers look alike, so the form requires a confirmation.
    const fields = { topic, department: "CSE", subject: "Algorithms", confirmed: "similar" };
    for (const [field, value] of Object.entries(fields)) body.set(field, value);
    body.set("file", new File([Uint8Array.from(paper)], "paper.pdf"));
    const headers = { cookie, origin };
    return fetch(`${origin}/dashboard/add-notes`, { method: "POST", redirect: "manual", headers, body });
  }

  async function keepWriting(): Promise<void> {
    while (!over.signal.aborted) {
      await write(count % FILES === 0);
      await pause(pace, over.signal);
    }
  }
  const writing = keepWriting();

  return {
    ledger,
    faults,
    /** Begins a new tally. @returns the tally since the last call */
    turnOver() {
      const before = tally;
      tally = newTally();
      return before;
    },
    current: () => tally,
    /** Whether both kinds of writes succeed now. */
    areWell: async (): Promise<boolean> => (await write(false)) && (await write(true)),
    async stop(): Promise<void> {
      over.abort();
      await writing;
    },
  };
}
