import { randomKey } from "../../ids.ts";
import type { FollowLog, ChangeFeed, Version } from "../changes/change-feed.ts";
import { type Channel, CHANNEL, openChannel } from "./notification-channel.ts";
import { createPeerAcknowledgement } from "./peer-acknowledgement.ts";
import { createQueryWatchdog } from "./query-watchdog.ts";

/**
 * How long (ms) a process may use its response cache after the last renewal of its lease. A writer waits at
 * most this long for a silent process.
 */
export const LEASE = 2_000;
/**
 * A process treats its lease as expired this much earlier (ms), because clocks run at slightly different
 * speeds.
 */
const MARGIN = 200;
const RENEW = 500;
/** The row of a dead process is deleted after this time, in ms. */
const OLD = 60_000;
/** The database's clock, in epoch milliseconds. Clocks of different machines are never compared. */
const NOW = "(extract(epoch from clock_timestamp()) * 1000)::bigint";

export interface PostgresChangeFeed extends ChangeFeed {
  /**
   * Must be called after a commit and before the response. It resolves when no process can send older data
   * from its response cache: when each process has acknowledged the commit, or its lease has expired.
   */
  awaitPeers(): Promise<void>;
  /** Whether the database doesn't answer the renewals of the lease, so that no request can succeed. */
  isUnresponsive(): boolean;
}

/**
 * A process may use its response cache while it holds a lease. It renews the lease on the connection that
 * delivers changes, so it knows all earlier commits when the renewal succeeds (docs/decisions/027).
 * @param connectionString of the database itself, because a pooler would lose notifications
 * @param onTimeout called when the database stops answering
 */
export function createPostgresChangeFeed(
  connectionString: string,
  onTimeout: () => void = () => {},
): PostgresChangeFeed {
  const me = randomKey();
  const changes = new Map<string, number>();
  let version: Version | undefined;
  /** Grows by 1 with each new lease after a gap, because changes during the gap may have been missed. */
  let epoch = 0;
  let channel: Promise<Channel> | undefined;
  /** Whether this process has received its own message. */
  let hears = false;
  let log: FollowLog | undefined;
  let isLost = false;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  const watchdog = createQueryWatchdog(onTimeout);
  /**
   * The end of the lease on two clocks: the monotonic clock stops while a machine sleeps, and the wall clock
   * may be set back.
   */
  let lease = { monotonic: 0, wall: 0 };

  function opened(): Promise<Channel> {
    if (closed) throw new Error("closed");
    if (channel) return channel;
    const own = openChannel({ connectionString, heard, lost: (error) => lose(own, error) });
    own.catch((error: unknown) => lose(own, error));
    channel = own;
    return own;
  }

  function lose(which: Promise<Channel>, error: unknown): void {
    if (which !== channel) return;
    channel = undefined;
    hears = false;
    lapse(error);
  }

  const holds = () => performance.now() < lease.monotonic && Date.now() < lease.wall;

  function lapse(error: unknown): void {
    lease = { monotonic: 0, wall: 0 };
    if (log && !isLost) log.lost(error);
    isLost = log !== undefined;
  }

  function heard([verb, first = "", second = "", third = ""]: string[]): void {
    if (verb === "changed") {
      changes.set(first, (changes.get(first) ?? 0) + 1);
      version = undefined;
    }
    // All messages from before this request have arrived by now.
    if (verb === "ask" && log && first !== me) void tell("knows", first, second, me);
    if (verb === "knows" && first === me) peers.hear(second, third);
    if (verb === "hello" && first === me) hears = true;
  }

  async function tell(...words: string[]): Promise<void> {
    await opened()
      .then((open) => open.say(...words))
      .catch(() => {});
  }

  async function renew(): Promise<void> {
    const [monotonic, wall] = [performance.now(), Date.now()];
    try {
      const open = await watchdog.watch(ask);
      if (closed || !open.isOpen()) return;
      if (!holds()) {
        epoch += 1;
        version = undefined;
      }
      lease = { monotonic: monotonic + LEASE - MARGIN, wall: wall + LEASE - MARGIN };
      if (isLost) log?.found();
      isLost = false;
    } catch (error) {
      if (!closed && !holds()) lapse(error);
    }
  }

  /** Asks for a new lease. @returns the channel that has it */
  async function ask(): Promise<Channel> {
    const open = await opened();
    if (!hears) await open.say("hello", me);
    if (!hears) throw new Error("The database sends no notifications: DATABASE_URL goes through a pooler.");
    await open.query(
      `insert into "cacheNode" (id, "leaseUntil") values ($1, ${NOW} + ${LEASE})
        on conflict (id) do update set "leaseUntil" = excluded."leaseUntil"`,
      [me],
    );
    return open;
  }

  function keepRenewing(): void {
    timer = setTimeout(() => void renew().finally(() => closed || keepRenewing()), RENEW).unref();
  }

  const peers = createPeerAcknowledgement(async (question) => {
    const open = await opened();
    const nodes = await open.query<{ id: string }>(
      `select id, pg_notify('${CHANNEL}', $2) from "cacheNode" where "leaseUntil" > ${NOW} and id <> $1`,
      [me, `ask ${me} ${question}`],
    );
    return nodes.map((node) => node.id);
  }, LEASE);

  return {
    current() {
      if (!holds()) return undefined;
      version ??= { epoch, changes: new Map(changes) };
      return version;
    },

    async follow(given) {
      log = given;
      await renew();
      await opened()
        .then((open) => open.query(`delete from "cacheNode" where "leaseUntil" < ${NOW} - ${OLD}`, []))
        .catch(() => {});
      keepRenewing();
    },

    async awaitPeers() {
      let wait: NodeJS.Timeout | undefined;
      const lapsed = new Promise<void>((resolve) => {
        wait = setTimeout(resolve, LEASE);
      });
      // If the request fails, it waits until all current leases expire: a later renewal includes the commit.
      const unless = (error: unknown) => (isMissingTable(error) ? undefined : lapsed);
      await Promise.race([peers.ask().catch(unless), lapsed]);
      clearTimeout(wait);
    },

    isUnresponsive: watchdog.isUnresponsive,

    async close() {
      closed = true;
      clearTimeout(timer);
      lease = { monotonic: 0, wall: 0 };
      const open = await channel?.catch(() => undefined);
      if (log) await open?.query(`delete from "cacheNode" where id = $1`, [me]).catch(() => {});
      await open?.close();
    },
  };
}

/** Before the migration that creates the table, no process holds a lease. */
const isMissingTable = (error: unknown): boolean => (error as { code?: string }).code === "42P01";
