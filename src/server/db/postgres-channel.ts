import pg from "pg";

/** What the triggers of migration 0620 notify, and what processes tell each other. */
export const CHANNEL = "proshno_changes";
const CONNECT_TIMEOUT = 2_000;

export interface ChannelOptions {
  connectionString: string;
  /** A word that came, in the order in which they were said: on commit. */
  heard: (words: string[]) => void;
  lost: (error: unknown) => void;
}

export type Channel = Awaited<ReturnType<typeof openChannel>>;

/**
 * A connection of its own that hears what all processes of an archive notify each other. An answer to a query comes
 * after every word that was said before the query began: both come by the same stream.
 * @throws the database's error
 */
export async function openChannel({ connectionString, heard, lost }: ChannelOptions) {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    keepAlive: true,
    // What is written here concerns processes that live now.
    options: "-c synchronous_commit=off",
  });
  let open = true;
  const end = (error: unknown) => {
    if (!open) return;
    open = false;
    lost(error);
  };
  client.on("error", end);
  client.on("end", () => end(new Error("The database ended the connection.")));
  client.on("notification", ({ payload = "" }) => heard(payload.split(" ")));
  await client.connect();
  let last: Promise<unknown> = client.query(`listen ${CHANNEL}`);
  await last;
  /** One after another, as `pg` asks for. */
  function query<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
    const rows = last.then(() => client.query<Row>(text, values)).then((result) => result.rows);
    last = rows.catch(() => {});
    return rows;
  }
  return {
    query,
    /** Tells every process, this one too. */
    say: (...words: string[]) => query("select pg_notify($1, $2)", [CHANNEL, words.join(" ")]),
    isOpen: () => open,
    async close(): Promise<void> {
      open = false;
      await client.end().catch(() => {});
    },
  };
}
