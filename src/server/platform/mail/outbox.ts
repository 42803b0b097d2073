import { mkdir, open, readdir, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { randomKey } from "../ids.ts";
import { composed, type Sender, type Transport } from "./transport.ts";

export type Outbox = ReturnType<typeof createOutbox>;

const SUFFIX = ".eml";
const NEWEST = 200;

/**
 * Stores mails if no mail server is set. Each mail is a file with the name of its job, and any mail program
 * can open it.
 * @param folder created for the first mail
 */
export function createOutbox(folder: string) {
  return {
    /** @param hostname of the site, for message ids */
    transport(from: Sender, hostname: string): Transport {
      return async (rendered) => {
        const bytes = await composed(rendered, from, hostname);
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const part = join(folder, `.${randomKey()}.part`);
        const file = await open(part, "wx", 0o600);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(part, join(folder, rendered.id + SUFFIX));
      };
    },

    /** @returns the ids, newest first, at most 200 */
    async list(): Promise<string[]> {
      const names = await readdir(folder).catch(ifAbsent<string[]>([]));
      return names
        .filter((name) => !name.startsWith(".") && name.endsWith(SUFFIX))
        .map((name) => name.slice(0, -SUFFIX.length))
        .sort()
        .reverse()
        .slice(0, NEWEST);
    },

    /** @returns the mail, or undefined if there is no mail with this id */
    async read(id: string): Promise<Buffer | undefined> {
      if (!/^[0-9a-f]{24}$/.test(id)) return undefined;
      return readFile(join(folder, id + SUFFIX)).catch(ifAbsent<Buffer | undefined>(undefined));
    },
  };
}

function ifAbsent<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === "ENOENT") return value;
    throw error;
  };
}
