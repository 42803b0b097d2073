import { unique } from "../archive/factories.ts";
import type { Call } from "./authorization-calls.ts";
import { status } from "./authorization-observe.ts";
import type { MatrixWorld, Person } from "./authorization-world.ts";
import { photo } from "../files/photo.ts";

const TUS = { "tus-resumable": "1.0.0" };

/** The requests for rows of resumable uploads: a new upload, or one that the owner began. @param path of the row */
export function uploadCall({ people }: MatrixWorld, method: string, path: string): Call {
  if (method === "POST")
    return (me) => async () => {
      const begun = begin(me, 10);
      const seen = await status(begun);
      await end((await begun).headers.get("location"));
      return seen;
    };
  return async (me) => {
    const bytes = await photo(unique() % 256);
    const begun = await begin(people.owner, bytes.length);
    const address = begun.headers.get("location");
    if (!address) throw new Error(`The owner can't begin an upload: ${begun.status}.`);
    const part = { ...TUS, "content-type": "application/offset+octet-stream", "upload-offset": "0" };
    const ask =
      method === "PATCH" ? { method, headers: part, body: Buffer.from(bytes) } : { method, headers: TUS };
    return async () => {
      const seen = await status(me.send(path.replace("/uploads/:id", address), ask));
      await end(address);
      return seen;
    };
  };

  /** A person can have ten unfinished uploads, and each row begins one for each principal. */
  async function end(address: string | null): Promise<void> {
    if (address) await people.owner.send(address, { method: "DELETE", headers: TUS });
  }
}

const begin = (me: Person, size: number) =>
  me.send("/uploads", { method: "POST", headers: { ...TUS, "upload-length": String(size) } });
