import pg from "pg";

/**
 * The channel for notifications of triggers (migrations/baseline/public-changes.ts), and for messages between
 * processes.
 */
export const CHANNEL = "proshno_changes";
/**
 * The time limit for a connection and for each query, in ms. Without this limit, both would wait forever if
 * the network loses all packets.
 */
const TIMEOUT = 2_000;

export interface ChannelOptions {
  connectionString: string;
  /** Receives each message, in the order of the commits. */
  heard: (words: string[]) => void;
  lost: (error: unknown) => void;
}

export type Channel = Awaited<ReturnType<typeof openChannel>>;

/**
 * Opens a separate connection that receives the notifications of all processes of an archive. The result of a
 * query arrives after all messages from before the query, because both use the same stream.
 * @throws the database's error
 */
export async function openChannel({ connectionString, heard, lost }: ChannelOptions) {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: TIMEOUT,
    query_timeout: TIMEOUT,
    keepAlive: true,
    // Only running processes need these messages, so the messages needn't survive a crash.
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
  /** Runs queries one after another, as `pg` requires. */
  function query<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
    const rows = last.then(() => client.query<Row>(text, values)).then((result) => result.rows);
    last = rows.catch((error: unknown) => {
      // The error is not from the database, so the connection has failed.
      if (!(error instanceof pg.DatabaseError)) end(error);
    });
    return rows;
  }
  await query(`listen ${CHANNEL}`, []);
  return {
    query,
    /** Sends a message to every process, including this one. */
    say: (...words: string[]) => query("select pg_notify($1, $2)", [CHANNEL, words.join(" ")]),
    isOpen: () => open,
    async close(): Promise<void> {
      open = false;
      await client.end().catch(() => {});
    },
  };
}
