import { unique } from "../archive/factories.ts";
import type { Call } from "./authorization-calls.ts";
import { status } from "./authorization-observe.ts";
import type { MatrixWorld, Person } from "./authorization-world.ts";
import { photo } from "../files/photo.ts";

const TUS = { "tus-resumable": "1.0.0" };

/** The requests for rows of resumable uploads: a new upload, or one that the owner began. */
export function uploadCall({ people }: MatrixWorld, method: string): Call {
  if (method === "POST") return (me) => () => status(begin(me, 10));
  return async (me) => {
    const bytes = await photo(unique() % 256);
    const address = (await begin(people.owner, bytes.length)).headers.get("location") ?? "";
    const part = { ...TUS, "content-type": "application/offset+octet-stream", "upload-offset": "0" };
    const ask =
      method === "PATCH" ? { method, headers: part, body: Buffer.from(bytes) } : { method, headers: TUS };
    return async () => {
      const seen = await status(me.send(address, ask));
      // A person can have ten unfinished uploads, and each row begins one for each principal.
      await people.owner.send(address, { method: "DELETE", headers: TUS });
      return seen;
    };
  };
}

const begin = (me: Person, size: number) =>
  me.send("/uploads", { method: "POST", headers: { ...TUS, "upload-length": String(size) } });
