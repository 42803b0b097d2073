import { setTimeout as pause } from "node:timers/promises";

/** The pause between two checks, in ms. */
const POLL = 50;
const MAX = 300_000;
/** The status of a server that asks for another attempt. */
const BUSY = 503;

/** The part of a tus upload's metadata, by name. */
type Metadata = Record<string, string>;

/**
 * A student who uploads files with tus 1.0.0, each in one part.
 * @param origin of the server
 * @param cookie the `cookie` header of the student's session
 */
export function uploadingStudent(origin: string, cookie: string) {
  const headers = { cookie, origin, "tus-resumable": "1.0.0" };
  return {
    /** @returns the response to the only part of an upload */
    async upload(bytes: Uint8Array, metadata: Metadata = {}): Promise<Response> {
      const named = Object.entries(metadata).map(
        ([name, value]) => `${name} ${Buffer.from(value).toString("base64")}`,
      );
      const begun = await fetch(`${origin}/uploads`, {
        method: "POST",
        headers: {
          ...headers,
          "upload-length": String(bytes.length),
          ...(named.length > 0 && { "upload-metadata": named.join(",") }),
        },
      });
      return fetch(new URL(begun.headers.get("location") ?? "", `${origin}/uploads`), {
        method: "PATCH",
        headers: { ...headers, "upload-offset": "0", "content-type": "application/offset+octet-stream" },
        body: Uint8Array.from(bytes),
      });
    },

    /**
     * Uploads a file, again while the server is busy.
     * @returns its key
     * @throws Error if the server refuses the file
     */
    async uploaded(bytes: Uint8Array): Promise<string> {
      for (;;) {
        const answer = await this.upload(bytes);
        if (answer.ok) return ((await answer.json()) as { key: string }).key;
        if (answer.status !== BUSY) throw new Error(`The upload was refused: ${await answer.text()}`);
        await pause(POLL);
      }
    },

    page: (key: string, page: number): Promise<ArrayBuffer> =>
      fetch(`${origin}/files/${key}/pages/${page}?width=1000`, { headers }).then((answer) =>
        answer.arrayBuffer(),
      ),

    /** Waits until details of a paper appear, or its first pages are read without any. */
    async read(key: string): Promise<void> {
      for (const end = performance.now() + MAX; performance.now() < end; await pause(POLL)) {
        const answer = await fetch(`${origin}/dashboard/reading?file=${key}`, { headers });
        const { proposal } = (await answer.json()) as { proposal: { isWaiting: boolean; facts: object } };
        if (!proposal.isWaiting || Object.keys(proposal.facts).length > 0) return;
      }
    },
  };
}
