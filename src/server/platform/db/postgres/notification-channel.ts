import pg from "pg";

/** The notifications of the triggers of migration 0620, and the messages between processes. */
export const CHANNEL = "proshno_changes";
/** How long a connection may be made and a query be answered, in ms: a network that swallows everything ends neither. */
const PATIENCE = 2_000;

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
    connectionTimeoutMillis: PATIENCE,
    query_timeout: PATIENCE,
    keepAlive: true,
    // These messages concern only processes that live now.
    options: "-c synchronous_commit=off",
  });
  let open = true;
  const end = (reason: unknown) => {
    if (!open) return;
    open = false;
    void client.end().catch(() => {});
    lost(reason);
  };
  client.on("error", end);
  client.on("end", () => end(new Error("The database ended the connection.")));
  client.on("notification", ({ payload = "" }) => heard(payload.split(" ")));
  await client.connect();
  let last: Promise<unknown> = Promise.resolve();
  /** One after another, as `pg` asks for. */
  function query<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
    const rows = last.then(() => client.query<Row>(text, values)).then((result) => result.rows);
    last = rows.catch((error: unknown) => {
      // Not the database's word: none came.
      if (!(error instanceof pg.DatabaseError)) end(error);
    });
    return rows;
  }
  await query(`listen ${CHANNEL}`, []);
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
