import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/**
 * A connection to a PostgreSQL server that can become silent, like a real network.
 * @param address of the server's database
 */
export async function openPostgresWay(address: string) {
  let target = new URL(address);
  const ends = new Set<[near: Socket, far: Socket]>();
  let isUnresponsive = false;

  const between = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname);
    const pair: [Socket, Socket] = [near, far];
    if (!isUnresponsive) near.pipe(far).pipe(near);
    for (const end of pair) end.on("error", () => {});
    // A killed server closes its connections without a message.
    far.on("close", () => near.destroy());
    near.on("close", () => {
      far.destroy();
      ends.delete(pair);
    });
    ends.add(pair);
  }).listen(0, "127.0.0.1");
  await once(between, "listening");
  const url = new URL(address);
  url.port = String((between.address() as { port: number }).port);

  return {
    url: url.href,
    /** Stops all data on the existing connections without closing them. */
    fallSilent(): void {
      for (const [near, far] of ends) {
        near.unpipe(far);
        far.unpipe(near);
      }
    },
    /** Also accepts new connections without an answer, until `leadTo`. */
    staySilent(): void {
      isUnresponsive = true;
      this.fallSilent();
    },
    /** Closes the existing connections. */
    cut(): void {
      for (const [near] of ends) near.destroy();
    },
    /** Sends new connections to a different server. */
    leadTo(other: string): void {
      isUnresponsive = false;
      target = new URL(other);
    },
    async close(): Promise<void> {
      for (const end of [...ends].flat()) end.destroy();
      between.close();
      await once(between, "close");
    },
  };
}
