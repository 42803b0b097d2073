/**
 * The share of the connections that only writes use. Writes can wait for long, for example if PostgreSQL has no synchronous
 * standby; then reads still have connections.
 */
const WRITE_SHARE = 0.4;
/** With two connections, one slow write doesn't delay all others. */
const FEWEST_WRITES = 2;

/** Divides the connections of a process. Reads always get one. */
export function connectionShares(connections: number): { write: number; read: number } {
  const wanted = Math.max(FEWEST_WRITES, Math.round(connections * WRITE_SHARE));
  const write = Math.max(1, Math.min(wanted, connections - 1));
  return { write, read: Math.max(1, connections - write) };
}
