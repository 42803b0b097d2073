import { createHash } from "node:crypto";
import type { PoolClient } from "pg";

/** Statements that a connection keeps prepared; what the product reads often is fewer. */
const MOST = 200;
/** How often a text was used in the process before it is prepared: filters come in very many combinations. */
const FREQUENT = 3;
/** Texts whose uses are counted. */
const COUNTED = 5_000;
const READS = /^\s*(?:select|with)\b/i;
/** PostgreSQL's words for a statement whose columns have changed since it was prepared: a newer version has migrated. */
const CHANGED = { code: "0A000", message: /^cached plan must not change result type/ };
/** And for one that is not there, or already: a pooler between has given the connection to others. */
const POOLED = new Set(["26000", "42P05"]);

const uses = new Map<string, number>();
/** Whether what is prepared lasts as long as the connection. */
let lasts = true;

function isFrequent(text: string): boolean {
  const before = uses.get(text) ?? 0;
  if (before === 0 && uses.size === COUNTED) uses.clear();
  uses.set(text, before + 1);
  return before >= FREQUENT;
}

/** The same text wherever the name is the same, even if a pooler gives one process what another has prepared. */
const nameOf = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 22);

/**
 * Has the connection prepare what it reads often, so that PostgreSQL reads and, once it has seen that the values make no
 * difference, plans a statement once and not each time: planning a list takes longer than reading it.
 */
export function prepareStatements(client: PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const names = new Map<string, string>();
  /** One more with each change of a table that came while this connection was open. */
  let era = 0;

  function isPrepared(text: unknown, values: unknown): text is string {
    if (!lasts || typeof text !== "string" || !Array.isArray(values) || !READS.test(text)) return false;
    if (names.has(text)) return true;
    if (names.size === MOST || !isFrequent(text)) return false;
    names.set(text, nameOf(text));
    return true;
  }
  const prepared = (text: string, values: unknown) =>
    query({ text, name: `${names.get(text)}_${era}`, values });

  async function read(text: string, values: unknown): Promise<unknown> {
    try {
      return await prepared(text, values);
    } catch (error) {
      const { code = "", message } = error as { code?: string; message: string };
      const isChanged = code === CHANGED.code && CHANGED.message.test(message);
      if (!isChanged && !POOLED.has(code)) throw error;
      lasts &&= isChanged;
      era += 1;
      try {
        return await (lasts ? prepared(text, values) : query(text, values));
      } catch {
        // Within a transaction, which is lost: the next will do.
        throw error;
      }
    }
  }

  client.query = ((text: unknown, values: unknown, ...rest: unknown[]) =>
    rest.length === 0 && isPrepared(text, values)
      ? read(text, values)
      : query(text, values, ...rest)) as typeof client.query;
}
