/**
 * The share of the connections that only writes use. Writes can wait for long, for example if PostgreSQL has no synchronous
 * standby; then reads still have connections.
 */
const WRITE_SHARE = 0.4;
/** With two connections, one slow write doesn't delay all others. */
const MIN_WRITES = 2;
/** How many write connections one person can hold. Their own writes often wait for each other's locks. */
const MAX_WRITES_OF_ONE = 2;
/** A smaller pool keeps no connection for logins and sessions, because ordinary work would have only one. */
const MIN_WITH_RESERVE = 3;

/** The connections of one pool, and who may hold them. */
export interface PoolShare {
  connections: number;
  /** The connections that only logins and sessions may use. */
  reserved: number;
  /** How many connections one person can hold. The last one of the ordinary connections is for others. */
  perPerson: number;
}

/** Divides the connections of a process. Reads always get one. */
export function connectionShares(connections: number): { write: PoolShare; read: PoolShare } {
  const wanted = Math.max(MIN_WRITES, Math.round(connections * WRITE_SHARE));
  const write = Math.max(1, Math.min(wanted, connections - 1));
  const read = Math.max(1, connections - write);
  return { write: shareOf(write, MAX_WRITES_OF_ONE), read: shareOf(read) };
}

/** @param most how many connections one person can hold in a large pool */
export function shareOf(connections: number, most = Infinity): PoolShare {
  const reserved = connections >= MIN_WITH_RESERVE ? 1 : 0;
  return { connections, reserved, perPerson: Math.max(1, Math.min(most, connections - reserved - 1)) };
}
