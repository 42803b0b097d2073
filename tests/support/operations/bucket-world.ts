import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import S3rver from "s3rver";
import { openPlace } from "../../../src/server/operations/backup/open-place.ts";
import type { Place, PlaceBucket } from "../../../src/server/operations/backup/place.ts";
import { openBackupWorld } from "./backup-world.ts";

/** The bucket that the service has. */
export const BUCKET = "backups";
/** The key of a database that is large enough for several parts. */
export const LARGE = "databases/20261122T201500Z-0123ab.dump";
export const XML = { "content-type": "application/xml" };
export const errorXml = (code: string): string => `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`;

export type BucketWorld = Awaited<ReturnType<typeof openBucketWorld>>;

/** Opens an archive on SQLite, and an S3 service on loopback for its backups. */
export async function openBucketWorld() {
  const world = await openBackupWorld("sqlite");
  const server = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory: join(world.folder, "s3"),
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const { port } = await server.run();
  const bucket: PlaceBucket = {
    service: `http://127.0.0.1:${port}`,
    region: "us-east-1",
    accessKeyId: "S3RVER",
    secretAccessKey: "S3RVER",
  };
  const others: Server[] = [];

  /** Starts a server of a test. `close` ends it. @returns its address */
  async function listen(one: Server): Promise<string> {
    others.push(one);
    one.listen(0, "127.0.0.1");
    await once(one, "listening");
    return `http://127.0.0.1:${(one.address() as AddressInfo).port}`;
  }

  return {
    ...world,
    bucket,
    listen,

    /** Returns a place of backups. @param access replaces some settings of the bucket */
    place: (name: string, access: Partial<PlaceBucket> = {}): Place =>
      openPlace(name, { dataFolder: world.archive.env.PROSHNO_DATA, bucket: { ...bucket, ...access } }),

    /** Starts a service that answers all requests with one error. @returns its address */
    answer: (status: number, code: string): Promise<string> =>
      listen(createServer((_request, response) => response.writeHead(status, XML).end(errorXml(code)))),

    /**
     * Starts a service that passes requests on to the S3 service.
     * @param answers returns true if it has answered a request itself
     * @returns its address
     */
    proxy: (answers: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean): Promise<string> =>
      listen(
        createServer((incoming, outgoing) => {
          if (answers(incoming, outgoing)) return;
          const { method, headers } = incoming;
          const passed = request(`${bucket.service}${incoming.url}`, { method, headers }, (answered) => {
            outgoing.writeHead(answered.statusCode ?? 500, answered.headers);
            answered.pipe(outgoing);
          });
          passed.on("error", () => outgoing.destroy());
          incoming.pipe(passed);
        }),
      ),

    async close(): Promise<void> {
      for (const one of others) one.close();
      await server.close();
      await world.close();
    },
  };
}
