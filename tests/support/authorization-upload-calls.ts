import { rm } from "node:fs/promises";
import { unique } from "../factories.ts";
import type { Call } from "./authorization-calls.ts";
import { status } from "./authorization-observe.ts";
import type { MatrixWorld, Person } from "./authorization-world.ts";
import { photo } from "./photo.ts";

const TUS = { "tus-resumable": "1.0.0" };

/** How the rows of resumable uploads are asked: about a new one, or about one that the owner began. */
export function uploadCall({ archive, people }: MatrixWorld, method: string): Call {
  if (method === "POST") return (me) => () => status(begin(me, 10));
  return async (me) => {
    // One person has ten under way, and many rows begin one.
    await rm(archive.uploads, { recursive: true, force: true });
    const bytes = await photo(unique() % 256);
    const address = (await begin(people.owner, bytes.length)).headers.get("location") ?? "";
    if (method === "GET") return () => status(me.send(address, { headers: TUS }));
    if (method === "DELETE") return () => status(me.send(address, { method, headers: TUS }));
    const headers = { ...TUS, "content-type": "application/offset+octet-stream", "upload-offset": "0" };
    return () => status(me.send(address, { method, headers, body: Buffer.from(bytes) }));
  };
}

const begin = (me: Person, size: number) =>
  me.send("/uploads", { method: "POST", headers: { ...TUS, "upload-length": String(size) } });
