import type { HostileZip } from "./hostile-zips.ts";

const TUS = { "tus-resumable": "1.0.0" };
/** The size of one part of an upload, in bytes. */
const PART = 20_000_000;

/** A person who uploads, and the address that the upload comes from. */
export interface Uploader {
  origin: string;
  cookie: string;
  address: string;
}

const headersOf = ({ origin, cookie, address }: Uploader) => ({
  ...TUS,
  origin,
  cookie,
  "x-forwarded-for": address,
});

/** Makes a pile. @returns its id */
export async function createPile({ origin, cookie, address }: Uploader): Promise<string> {
  const answer = await fetch(`${origin}/api/piles`, {
    method: "POST",
    headers: { "content-type": "application/json", origin, cookie, "x-forwarded-for": address },
    body: "{}",
  });
  if (!answer.ok) throw new Error(`The pile was refused: ${await answer.text()}`);
  return ((await answer.json()) as { insertedId: string }).insertedId;
}

/** Announces an upload to a pile, without sending it. @param size in bytes */
export async function announce(by: Uploader, pile: string, name: string, size: number): Promise<Response> {
  const text = (value: string) => Buffer.from(value).toString("base64");
  const answer = await fetch(`${by.origin}/uploads`, {
    method: "POST",
    headers: {
      ...headersOf(by),
      "upload-length": String(size),
      "upload-metadata": `filename ${text(name)},pile ${text(pile)}`,
    },
  });
  return answer;
}

/** Uploads a ZIP to a pile in parts, and never has more than one part in memory. @returns the status of the last part */
export async function uploadZip(by: Uploader, pile: string, zip: HostileZip): Promise<number> {
  const begun = await announce(by, pile, `${zip.name}.zip`, zip.size);
  if (begun.status !== 201) return begun.status;
  const address = new URL(begun.headers.get("location") ?? "", by.origin);
  let [held, size, offset, status] = [[] as Buffer[], 0, 0, 0];
  const flush = async () => {
    const body = Buffer.concat(held);
    [held, size] = [[], 0];
    const answer = await fetch(address, {
      method: "PATCH",
      headers: {
        ...headersOf(by),
        "upload-offset": String(offset),
        "content-type": "application/offset+octet-stream",
      },
      body,
    });
    await answer.arrayBuffer();
    offset += body.length;
    status = answer.status;
  };
  for (const chunk of zip.chunks()) {
    held.push(chunk);
    size += chunk.length;
    if (size >= PART) await flush();
    if (status >= 400) return status;
  }
  await flush();
  return status;
}
