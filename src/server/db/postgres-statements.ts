import { createHash } from "node:crypto";
import type { PoolClient } from "pg";

/** Texts that get a name, of the whole process; the queries of the product are fewer. */
const MOST = 500;
const READS = /^\s*(?:select|with)\b/i;
/** PostgreSQL's words for a statement whose columns have changed since it was prepared. */
const CHANGED = "0A000";
/** And for one that is not there, or already: a pooler between has given the connection to others. */
const POOLED = new Set(["26000", "42P05"]);

const names = new Map<string, string>();
/** Whether what is prepared lasts as long as the connection. */
let lasts = true;

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size === MOST) return known;
  // The same text wherever the name is the same, even if a pooler gives one process what another has prepared.
  const name = createHash("sha256").update(text).digest("base64url").slice(0, 22);
  names.set(text, name);
  return name;
}

/**
 * Has the connection prepare what it reads, so that PostgreSQL reads and, once it has seen that the values make no
 * difference, plans a statement once and not each time: planning a list takes longer than reading it.
 */
export function prepareStatements(client: PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  /** One more with each change of a table that came while this connection was open. */
  let era = 0;
  const prepared = (text: string, name: string, values: unknown[]) =>
    query({ text, name: `${name}_${era}`, values });

  client.query = (async (text: unknown, values: unknown, ...rest: unknown[]) => {
    const name =
      lasts && typeof text === "string" && Array.isArray(values) && READS.test(text) && nameOf(text);
    if (!name) return query(text, values, ...rest);
    const [given, own] = [text as string, values as unknown[]];
    try {
      return await prepared(given, name, own);
    } catch (error) {
      const { code = "" } = error as { code?: string };
      if (POOLED.has(code)) lasts = false;
      else if (code !== CHANGED) throw error;
      // A newer version has migrated the archive.
      era += 1;
      return (lasts ? prepared(given, name, own) : query(given, own)).catch(() => {
        // Within a transaction, which is lost: the next will do.
        throw error;
      });
    }
  }) as typeof client.query;
}
