import { openCluster } from "../platform/postgres-cluster.ts";
import { childrenOf } from "../process/process-children.ts";

export type FaultPostgres = Awaited<ReturnType<typeof startFaultPostgres>>;

/**
 * A PostgreSQL server that can stop and come back at the same address.
 * @param parent where its folder is made
 */
export async function startFaultPostgres(parent?: string) {
  const { init, kill, remove, start } = openCluster(parent);
  let server = await start(init("data"));

  return {
    url: server.url,
    /** The ids of its processes. */
    pids(): number[] {
      const { pid = 0 } = server.process;
      return [pid, ...childrenOf(pid)];
    },
    /** Stops at once, like a machine that loses its power. */
    stop: () => kill(server, "SIGQUIT"),
    async start(): Promise<void> {
      server = await start(server.data, server.port);
    },
    async close(): Promise<void> {
      await kill(server, "SIGQUIT");
      remove();
    },
  };
}
